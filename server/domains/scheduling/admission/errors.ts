import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";

export const policyRefusal = defineRefusals({
  nothing_to_change: {
    status: 422,
    label: "Nothing to change",
    message: "Send at least one setting of the spot policy",
  },
});

export const invalidPolicy = (problems: readonly string[]): Refusal =>
  invalid(problems, "Invalid spot policy");
