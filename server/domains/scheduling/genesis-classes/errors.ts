import { defineRefusals } from "../../../lib/errors.ts";

export const genesisRefusal = defineRefusals({
  unknown_genesis: {
    status: 422,
    label: "Invalid genesis",
    message: ({ value = "", known = "" }) => `Unknown genesis "${value}". Valid: ${known}`,
  },
  set_by_triggers: {
    status: 422,
    label: "Invalid genesis",
    message: ({ value = "" }) =>
      `Sessions of ${value} take their class from the trigger that starts them; set it there`,
  },
  unknown_class: {
    status: 422,
    label: "Invalid class",
    message: ({ value = "" }) => `Unknown priority_class "${value}". Valid: spot, priority`,
  },
});
