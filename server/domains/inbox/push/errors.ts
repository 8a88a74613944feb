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
    message: "Send the device token as Apple issued it: 64 to 200 hexadecimal digits",
  },
  bad_environment: {
    status: 422,
    label: "Validation failed",
    message: "The environment must be sandbox or production",
  },
  bad_endpoint: {
    status: 422,
    label: "Validation failed",
    message: "The endpoint must be a public https address",
  },
  bad_keys: {
    status: 422,
    label: "Validation failed",
    message: "The keys are not valid keys of a push subscription",
  },
});
