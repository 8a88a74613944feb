import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";

export const topUpRefusal = defineRefusals({
  nothing_to_change: {
    status: 422,
    label: "Nothing to change",
    message: "Send at least one setting of the fleet top-up",
  },
});

export const invalidTopUp = (problems: readonly string[]): Refusal =>
  invalid(problems, "Invalid fleet top-up");
