import { defineRefusals } from "../../../lib/errors.ts";

export const pushRefusal = defineRefusals({
  parameter_missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ name = "" }) => `${name} is required`,
  },
  bad_token: {
    status: 422,
    label: "Validation failed",
    message: "The token is 64 to 200 hexadecimal digits, as the phone got it from Apple",
  },
  bad_environment: {
    status: 422,
    label: "Validation failed",
    message: "The environment is sandbox or production",
  },
  bad_endpoint: {
    status: 422,
    label: "Validation failed",
    message: "A push service is reached at a public https address",
  },
  bad_keys: {
    status: 422,
    label: "Validation failed",
    message: "The browser's keys are not those of a push subscription",
  },
});
