import { followClock } from "../../../db/clock-part.ts";

export const elicitationClock = followClock({ table: "elicitations", terms: ["expires_at"] });
