import { followClock } from "../../../db/clock-part.ts";

export const pullRequestClock = followClock({ table: "pull_requests", pastTimes: ["polled_at"] });
