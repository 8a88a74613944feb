import { defineRefusals } from "../../../lib/errors.ts";

const validation = { status: 422, label: "Validation failed" } as const;
const nothingMade = "No session created";

export const triggerRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Trigger not found" },
  id_missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ action = "" }) => `${action} needs id`,
  },
  other_root: {
    status: 422,
    label: "Not allowed here",
    message: ({ root = "" }) => `This connection is held to other agent roots than ${root}`,
  },
  own_equipment: {
    status: 422,
    label: "Not allowed here",
    message:
      "This connection starts agent roots as they stand: its triggers choose no mcp_servers, plugins or hooks",
  },
  status_unknown: {
    ...validation,
    message: ({ value = "" }) => `Unknown status "${value}". Valid: enabled, disabled`,
  },
  status_failed: { ...validation, message: "failed is set by the service alone; send enabled or disabled" },
  class_unknown: {
    ...validation,
    message: ({ value = "" }) => `Unknown scheduling_class "${value}". Valid: spot, priority`,
  },
  reuse_required: {
    ...validation,
    message: ({ field = "" }) => `${field} requires re-use session to be on`,
  },
  session_unknown: { ...validation, message: ({ id = "" }) => `There is no session ${id}` },
  condition_unknown: {
    ...validation,
    message: ({ id = "" }) => `The trigger has no condition ${id}`,
  },
  condition_type_unknown: {
    ...validation,
    message: ({ value = "", valid = "" }) => `Unknown condition_type "${value}". Valid: ${valid}`,
  },
  condition_invalid: { ...validation, message: ({ type = "", why = "" }) => `${type}: ${why}` },
  watches_itself: { ...validation, message: "A session cannot be woken by its own changes" },
  never_wakes: {
    status: 422,
    label: "Cannot be woken",
    message: ({ id = "", status = "" }) => `Session ${id} is ${status}; only one that can go on can be woken`,
  },
  watched_root: {
    status: 422,
    label: "Not allowed here",
    message: ({ id = "", root = "" }) =>
      `Session ${id} is of the agent root ${root}, and this connection is held to others`,
  },
  watched_archived: {
    ...validation,
    message: ({ id = "" }) => `Session ${id} is archived, so nothing more becomes of it; look at it instead`,
  },
  watched_failed: {
    ...validation,
    message: ({ id = "" }) => `Session ${id} has failed already; look at it instead of waiting for that`,
  },
  prompt_blank: { ...validation, message: "The template renders to nothing" },
  prompt_too_long: {
    ...validation,
    message: ({ most = "" }) => `The template renders to more than ${most} characters`,
  },
  chat_unconfigured: {
    status: 503,
    label: "Chat platform unconfigured",
    message: "No chat platform is connected to this service",
  },
  bridge_unconfigured: {
    status: 503,
    label: "Chat bridge unconfigured",
    message: "No chat bridge is connected to this service",
  },
  burst_suppressed: {
    status: 429,
    label: "Burst suppressed",
    message: ({ until = "" }) => `The trigger fired too often; nothing is started before ${until}`,
  },
  pending_session: {
    status: 409,
    label: nothingMade,
    message: ({ id = "" }) => `Session ${id} of this trigger has not come to rest yet`,
  },
  target_busy: {
    status: 422,
    label: nothingMade,
    message: ({ id = "" }) => `Session ${id} is at work and the trigger does not queue messages`,
  },
  target_gone: {
    status: 422,
    label: nothingMade,
    message: "The session that this trigger goes on with is gone or cannot go on",
  },
});
