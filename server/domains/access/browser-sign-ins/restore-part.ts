import { keepTables } from "../../../db/restore-part.ts";

/** A backup neither signs out the browsers in use nor signs in again those that were signed out. */
export const browserSignInRestore = keepTables(["browser_sign_ins"]);
