import { defineRefusals } from "../../../lib/errors.ts";

export const firstRunRefusal = defineRefusals({
  no_demo: { status: 422, label: "No demonstration", message: "No agent on this machine can run the demo" },
  no_repository: {
    status: 422,
    label: "No demonstration",
    message: ({ reason = "" }) => `Could not create the demo repository: ${reason}`,
  },
});
