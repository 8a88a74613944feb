import { keepTables } from "../../../db/restore-part.ts";

/** Where people are signed in, owners before what they own. */
export const webSignInRestore = keepTables([
  "web_accounts",
  "web_recovery_codes",
  "web_sign_ins",
  "web_trusted_browsers",
]);
