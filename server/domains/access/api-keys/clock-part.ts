import { followClock } from "../../../db/clock-part.ts";

/** Keys do not expire. */
export const apiKeyClock = followClock({ table: "api_keys", pastTimes: ["last_used_at"] });
