import { defineRefusals } from "../../../lib/errors.ts";

export const pageKeyRefusal = defineRefusals({
  key_not_valid: {
    status: 422,
    label: "Key not valid",
    message: "This browser did not send a key to sign its requests with. Reload the page, then try again.",
  },
  sign_in_expired: {
    status: 401,
    label: "Sign-in expired",
    message: "This sign-in was not completed in time. Sign in again.",
  },
});
