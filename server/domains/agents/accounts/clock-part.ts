import { followClock } from "../../../db/clock-part.ts";

/** When quota comes back is a moment that the provider named, so it stays. */
export const accountClock = followClock({ table: "account_logins", terms: ["expires_at"] });
