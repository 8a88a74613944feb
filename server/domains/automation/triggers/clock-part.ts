import { followClock } from "../../../db/clock-part.ts";

export const triggerClock = followClock({
  table: "triggers",
  terms: ["burst_window_at", "burst_active_until"],
});
