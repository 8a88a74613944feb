import { defineRefusals } from "../../../lib/errors.ts";

export const selfRefusal = defineRefusals({
  no_token: {
    status: 401,
    label: "Unauthorized",
    message:
      "The token of a turn that is running is required: every turn has a new one, which is worthless once the turn has ended",
  },
  from_elsewhere: { status: 403, label: "Forbidden", message: "Only agents on this machine can connect" },
  post_only: { status: 405, label: "Method Not Allowed", message: "Send each message with POST" },
  messages_wait: {
    status: 422,
    label: "Queued messages would be discarded",
    message: ({ count = 0 }) =>
      `${count === 1 ? "A message is" : `${count} messages are`} queued for you: end your turn to receive queued messages, or send force to discard them`,
  },
});
