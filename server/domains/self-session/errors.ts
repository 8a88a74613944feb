import { defineRefusals } from "../../lib/errors.ts";

export const selfRefusal = defineRefusals({
  no_token: {
    status: 401,
    label: "Unauthorized",
    message: "The token of a session that is not archived is required",
  },
  from_elsewhere: { status: 403, label: "Forbidden", message: "Only agents on this machine are answered" },
  post_only: { status: 405, label: "Method Not Allowed", message: "Send each message with POST" },
  other_session: {
    status: 422,
    label: "Not your session",
    message: ({ own = "" }) => `This tool acts on your own session, ${own}, and on no other`,
  },
  messages_wait: {
    status: 422,
    label: "Queued messages would be discarded",
    message: ({ count = 0 }) =>
      `${count} message(s) are queued for you: end your turn to receive them, or send force to discard them`,
  },
  missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ name = "", action = "" }) => `${action} needs ${name}`,
  },
});
