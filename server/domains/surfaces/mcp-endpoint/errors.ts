import { defineRefusals } from "../../../lib/errors.ts";

export const mcpRefusal = defineRefusals({
  post_only: { status: 405, label: "Method Not Allowed", message: "Send each message with POST" },
});
