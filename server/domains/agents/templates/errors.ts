import { defineRefusals } from "../../../lib/errors.ts";

export const templateRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Template not found" },
  name_taken: {
    status: 422,
    label: "Validation failed",
    message: ({ name = "" }) => `A template named "${name}" already exists`,
  },
  too_many: {
    status: 422,
    label: "Too many templates",
    message: ({ limit = "" }) => `You can save up to ${limit} templates; delete one first`,
  },
});
