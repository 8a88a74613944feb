import { defineRefusals } from "../../../lib/errors.ts";

export const goalError = defineRefusals({
  goal_unknown: {
    status: 422,
    label: "Validation failed",
    message: ({ id, known }) => `Goal "${id}" is not in the goal catalog; known goals: ${known}`,
  },
  goal_too_long: {
    status: 422,
    label: "Validation failed",
    message: ({ max }) => `Goal is too long (maximum is ${max} characters)`,
  },
});
