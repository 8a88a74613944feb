import { defineRefusals } from "../../../lib/errors.ts";

const validation = { status: 422, label: "Validation failed" } as const;
const nothingMade = "No session created";

export const triggerRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Trigger not found" },
  id_missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ action = "" }) => `The action ${action} needs an id`,
  },
  other_root: {
    status: 422,
    label: "Not allowed here",
    message: ({ root = "" }) => `This connection may not use the agent root ${root}`,
  },
  own_equipment: {
    status: 422,
    label: "Not allowed here",
    message:
      "This connection starts agent roots without changes, so its triggers may not set mcp_servers, plugins or hooks",
  },
  status_unknown: {
    ...validation,
    message: ({ value = "" }) => `Unknown status "${value}". Valid: enabled, disabled`,
  },
  status_failed: {
    ...validation,
    message: "Only the service sets the status failed. Send enabled or disabled",
  },
  class_unknown: {
    ...validation,
    message: ({ value = "" }) => `Unknown scheduling_class "${value}". Valid: spot, priority`,
  },
  reuse_required: {
    ...validation,
    message: ({ field = "" }) => `${field} needs reuse_session to be on`,
  },
  session_unknown: { ...validation, message: ({ id = "" }) => `There is no session ${id}` },
  condition_unknown: {
    ...validation,
    message: ({ id = "" }) => `This trigger has no condition ${id}`,
  },
  condition_type_unknown: {
    ...validation,
    message: ({ value = "", valid = "" }) => `Unknown condition_type "${value}". Valid: ${valid}`,
  },
  watches_itself: { ...validation, message: "A session cannot wait for its own changes" },
  never_wakes: {
    status: 422,
    label: "Cannot be woken",
    message: ({ id = "", status = "" }) =>
      `Session ${id} is ${status} and cannot be woken. Start it again first`,
  },
  watched_root: {
    status: 422,
    label: "Not allowed here",
    message: ({ id = "", root = "" }) =>
      `Session ${id} runs the agent root ${root}, which this connection may not use`,
  },
  watched_archived: {
    ...validation,
    message: ({ id = "" }) =>
      `Session ${id} is archived and will not change again. Read it instead of waiting`,
  },
  watched_failed: {
    ...validation,
    message: ({ id = "" }) => `Session ${id} has already failed. Read it instead of waiting`,
  },
  prompt_blank: { ...validation, message: "The prompt is empty once the template is filled in" },
  prompt_too_long: {
    ...validation,
    message: ({ most = "" }) => `The prompt is longer than ${most} characters once the template is filled in`,
  },
  burst_suppressed: {
    status: 429,
    label: "Burst suppressed",
    message: ({ until = "" }) => `The trigger fired too often. It starts nothing until ${until}`,
  },
  pending_session: {
    status: 409,
    label: nothingMade,
    message: ({ id = "" }) => `Session ${id} of this trigger has not finished yet`,
  },
  target_busy: {
    status: 422,
    label: nothingMade,
    message: ({ id = "" }) => `Session ${id} is running, and this trigger does not queue messages`,
  },
  target_gone: {
    status: 422,
    label: nothingMade,
    message: "The session that this trigger reuses was deleted or cannot continue",
  },
});
