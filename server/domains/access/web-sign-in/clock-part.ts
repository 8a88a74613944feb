import { followClock } from "../../../db/clock-part.ts";

export const webSignInClock = followClock(
  { table: "web_accounts", terms: ["locked_until"] },
  { table: "web_sign_ins", terms: ["last_used_at"] },
  { table: "web_trusted_browsers", terms: ["expires_at"] },
);
