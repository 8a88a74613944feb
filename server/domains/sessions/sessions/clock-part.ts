import { followClock } from "../../../db/clock-part.ts";

/** The trash must not empty early. A snooze ends at a moment that a person named. */
export const sessionClock = followClock({
  table: "sessions",
  terms: ["trash_after"],
  dueTimes: ["retry_at"],
  pastTimes: ["heartbeat_at", "waiting_since"],
});
