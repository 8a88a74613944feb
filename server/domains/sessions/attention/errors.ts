import { defineRefusals } from "../../../lib/errors.ts";

export const attentionRefusal = defineRefusals({
  not_stopped: {
    status: 409,
    label: "Session is not waiting for anyone",
    message: ({ status = "" }) =>
      `What a session waits for can be changed once it has stopped; this one is ${status}`,
  },
});
