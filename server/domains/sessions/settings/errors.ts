import { defineRefusals } from "../../../lib/errors.ts";
import { notesLimit } from "./model.ts";

export const sessionSettingsRefusal = defineRefusals({
  model_not_offered: {
    status: 422,
    label: "Invalid model",
    message: ({ model = "", runtime = "" }) =>
      `"${model}" is not a model of the runtime ${runtime}. Check the spelling, or add it to the models in Settings`,
  },
  effort_not_supported: {
    status: 422,
    label: "Invalid effort",
    message: ({ effort = "", model = "", valid = "" }) =>
      `${model} does not support effort "${effort}". Valid: ${valid === "" ? "default" : `${valid}, default`}`,
  },
  runtime_gone: {
    status: 422,
    label: "Invalid model",
    message: ({ runtime = "" }) => `The runtime "${runtime}" is no longer registered`,
  },
  notes_too_long: {
    status: 422,
    label: "Too long",
    message: `session_notes can have at most ${notesLimit} characters`,
  },
  heartbeat_unchanged: {
    status: 422,
    label: "Missing parameter",
    message: "Send enabled, interval_seconds or both",
  },
  snooze_time_missing: {
    status: 422,
    label: "Missing parameter",
    message: "snoozed_until is required to snooze",
  },
  snooze_time_unreadable: {
    status: 422,
    label: "Invalid snoozed_until",
    message: "snoozed_until must be a date and time such as 2031-05-20T09:00",
  },
  snooze_time_has_offset: {
    status: 422,
    label: "Invalid snoozed_until",
    message: "snoozed_until cannot have an offset; set timezone instead",
  },
  snooze_time_past: {
    status: 422,
    label: "Invalid snoozed_until",
    message: "snoozed_until is in the past",
  },
  unknown_time_zone: {
    status: 422,
    label: "Invalid timezone",
    message: ({ name = "" }) => `"${name}" is not a time zone; use a name such as Europe/Berlin`,
  },
});
