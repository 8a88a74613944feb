import { defineRefusals } from "../../../lib/errors.ts";

export const bridgeRefusal = defineRefusals({
  unconfigured: {
    status: 503,
    label: "Chat bridge unconfigured",
    message: "No chat bridge is connected to this service",
  },
  unreachable: { status: 503, label: "Chat bridge unreachable", message: ({ why = "" }) => String(why) },
});
