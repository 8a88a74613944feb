import { defineRefusals } from "../../../lib/errors.ts";
import { text } from "./text.ts";

export const foreignOwnerRefusal = defineRefusals({
  not_a_person: { status: 403, label: "Forbidden", message: text.notAPerson },
  not_foreign: { status: 409, label: "Nothing to do", message: text.notForeign },
  not_safe: { status: 409, label: "Not safe", message: ({ problem = "" }) => String(problem) },
});
