import { defineRefusals } from "../../../lib/errors.ts";

export const summaryRefusal = defineRefusals({
  no_transcript: {
    status: 422,
    label: "Cannot regenerate status summary",
    message: "The session has no transcript yet",
  },
});
