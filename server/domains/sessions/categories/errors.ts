import { defineRefusals } from "../../../lib/errors.ts";
import { categoryLimit, descriptionLimit, nameLimit } from "./model.ts";

const invalid = { status: 422, label: "Validation failed" } as const;

export const categoryRefusal = defineRefusals({
  not_found: {
    status: 404,
    label: "Not Found",
    message: ({ id = "" }) => `Category ${id} was not found`,
  },
  name_missing: { ...invalid, message: "A category needs a name" },
  name_too_long: { ...invalid, message: `The name can have at most ${nameLimit} characters` },
  name_taken: {
    ...invalid,
    message: ({ name = "" }) => `There is already a category named "${name}"`,
  },
  description_too_long: {
    ...invalid,
    message: `The description can have at most ${descriptionLimit} characters`,
  },
  too_many: {
    ...invalid,
    message: `There can be at most ${categoryLimit} categories; delete one first`,
  },
  missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ name = "", action = "" }) => `${action} needs ${name}`,
  },
  named_twice: { ...invalid, message: ({ id = "" }) => `ids has ${id} twice` },
});
