import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";
import { gates } from "./model.ts";

export const gateRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Gate decision not found" },
  unknown_gate: {
    status: 422,
    label: "Invalid filter",
    message: ({ value = "" }) => `Unknown gate "${value}". Valid: ${gates.join(", ")}`,
  },
  bad_date: {
    status: 422,
    label: "Invalid filter",
    message: ({ name = "", value = "" }) =>
      `${name} is a date such as 2026-03-01 or an instant such as 2026-03-01T10:00:00Z, not "${value}"`,
  },
});

export const invalidDecision = (problems: readonly string[]): Refusal =>
  invalid(problems, "Invalid gate decision");
