import { defineRefusals } from "../../../lib/errors.ts";

export const browserSignInRefusal = defineRefusals({
  browser_not_found: { status: 404, label: "Not Found", message: "Browser not found" },
  link_not_valid: {
    status: 401,
    label: "Link not valid",
    message: "This link was already used or has expired. The sign-in page says how to get a new one.",
  },
  sign_in_off: {
    status: 409,
    label: "Launch links are off",
    message: "This board does not use launch links. Open its address in a browser.",
  },
});
