import { defineRefusals } from "../../../lib/errors.ts";
import { text } from "./text.ts";

export const commandRefusal = defineRefusals({
  absent: {
    status: 422,
    label: "Command not available",
    message: ({ name = "", runtime = "" }) => text.absent(String(name), String(runtime)),
  },
  needs_session: {
    status: 422,
    label: "Command not available",
    message: ({ name = "" }) =>
      `/${name} is about a conversation, and this one has not begun. Begin with a task, and send /${name} to the session later. ${text.plain}`,
  },
  not_queued: {
    status: 422,
    label: "Command not available",
    message: ({ name = "" }) =>
      `/${name} takes effect at once and cannot wait in the queue. Send it to the session as a separate message. ${text.plain}`,
  },
  turn_active: {
    status: 422,
    label: "A turn is active",
    message:
      "The conversation cannot be cleared during a turn or with queued messages. Stop the turn first, or wait for its end.",
  },
  with_files: {
    status: 422,
    label: "Command not available",
    message: ({ name = "" }) => `/${name} takes no files and no goal. ${text.plain}`,
  },
  model_unclear: {
    status: 422,
    label: "Which model?",
    message: ({ word = "", models = "" }) =>
      `"${word}" does not match exactly one model. The session's models: ${models}. A model that is missing can be added in Settings.`,
  },
});
