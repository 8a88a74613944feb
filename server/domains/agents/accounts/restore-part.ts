import { keepTables } from "../../../db/restore-part.ts";

/** The accounts of this machine, whose keys and tokens are in its secret store. */
export const accountRestore = keepTables([
  "inference_accounts",
  "account_readings",
  "account_rotations",
  "account_logins",
  "account_loans",
]);
