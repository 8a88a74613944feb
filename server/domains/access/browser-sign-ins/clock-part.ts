import { followClock } from "../../../db/clock-part.ts";

export const browserSignInClock = followClock({ table: "browser_sign_ins", terms: ["last_used_at"] });
