import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";
import { agentRemovalReasons, backlogStatuses, costs, pullLimit } from "./model.ts";

export const backlogRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Backlog item not found" },
  unknown_status: {
    status: 422,
    label: "Invalid filter",
    message: ({ value = "" }) => `Unknown status "${value}". Valid: ${backlogStatuses.join(", ")}`,
  },
  unknown_cost: {
    status: 422,
    label: "Invalid filter",
    message: ({ value = "" }) => `Unknown estimated_cost "${value}". Valid: ${costs.join(", ")}`,
  },
  unknown_held: {
    status: 422,
    label: "Invalid filter",
    message: ({ value = "" }) => `held is true or false, not "${value}"`,
  },
  not_queued: {
    status: 422,
    label: "Not queued",
    message: ({ key = "", status = "" }) => `${key} is ${status}, so it is not in the queue any more`,
  },
  not_removed: {
    status: 422,
    label: "Not removed",
    message: ({ key = "", status = "" }) => `${key} is ${status}; only a removed item can be queued again`,
  },
  queued_again: {
    status: 422,
    label: "Not removed",
    message: ({ key = "" }) => `${key} is in the queue again already`,
  },
  precedence_missing: {
    status: 422,
    label: "Missing precedence",
    message: "precedence is required: the rank that the item keeps",
  },
  precedence_invalid: {
    status: 422,
    label: "Invalid precedence",
    message: "precedence is a whole number from -1,000,000,000 to 1,000,000,000",
  },
  reason_missing: { status: 422, label: "Missing reason", message: "reason is required: why it is removed" },
  pull_unclear: {
    status: 422,
    label: "Invalid pull",
    message: "Send either count or keys, or only removals",
  },
  pull_count: {
    status: 422,
    label: "Invalid pull",
    message: `One pull starts from 1 to ${pullLimit} items`,
  },
  pull_reason: {
    status: 422,
    label: "Invalid pull",
    message: ({ key = "" }) => `The reason to remove ${key} is one of: ${agentRemovalReasons.join(", ")}`,
  },
  caller_unknown: {
    status: 422,
    label: "Invalid parameter",
    message: ({ id = "" }) => `acting_session_id ${id} is not an open session`,
  },
  band_full: {
    status: 422,
    label: "Backlog full",
    message: ({ cost = "" }) =>
      `The band for ${cost} work has no room left; start or remove some of its items first`,
  },
  not_in_band: {
    status: 422,
    label: "Not moved",
    message: ({ id = "" }) =>
      `Item ${id} is not a queued, unpinned item of the same cost; read the order again and move it there`,
  },
  pinned: { status: 422, label: "Not moved", message: "The item is pinned; unpin it first" },
  keys_needed: {
    status: 422,
    label: "Invalid pull",
    message: "This connection is limited to some agent roots, so it pulls items by keys",
  },
  root_needed: {
    status: 422,
    label: "Invalid agent_root",
    message: ({ roots = "" }) => `This connection is limited to items of these agent roots: ${roots}`,
  },
  no_place: {
    status: 422,
    label: "Cannot spawn",
    message: ({ key = "" }) => `${key} names no agent root and no repository, so there is nowhere to work`,
  },
});

/** Some step of starting an item was refused. */
export const cannotStart = (key: string, { messages }: Pick<Refusal, "messages">): Refusal =>
  invalid(
    messages.map((message) => `${key} cannot be started: ${message}`),
    "Cannot spawn",
  );

export const invalidItem = (problems: readonly string[]): Refusal =>
  invalid(problems, "Invalid work backlog item");
