import { defineRefusals } from "../../../lib/errors.ts";

export const firstRunRefusal = defineRefusals({
  no_demo: { status: 422, label: "No demonstration", message: "No agent here can run the demonstration" },
  no_repository: {
    status: 422,
    label: "No demonstration",
    message: ({ reason = "" }) => `The demonstration's repository could not be made: ${reason}`,
  },
});
