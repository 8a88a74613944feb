import { defineRefusals } from "../../../lib/errors.ts";

export const chatRefusal = defineRefusals({
  unconfigured: {
    status: 503,
    label: "Chat platform unconfigured",
    message: "No chat platform is connected to this service",
  },
  unreachable: { status: 503, label: "Chat platform unreachable", message: ({ why = "" }) => String(why) },
  token_refused: {
    status: 422,
    label: "Validation failed",
    message: ({ code = "" }) => `Slack does not accept this token (${code})`,
  },
  configured_elsewhere: {
    status: 409,
    label: "Conflict",
    message: "The bot token is set by SERVICE_CHAT_BOT_TOKEN; change it there",
  },
});
