import { followClock } from "../../../db/clock-part.ts";

/** When quota comes back is a moment that the provider named, so it stays. */
export const accountClock = followClock(
  { table: "account_logins", terms: ["expires_at"] },
  { table: "inference_accounts", pastTimes: ["probed_at", "refresh_strike_at"] },
  { table: "account_readings", pastTimes: ["taken_at"] },
);
