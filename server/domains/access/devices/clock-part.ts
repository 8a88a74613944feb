import { followClock } from "../../../db/clock-part.ts";

export const deviceClock = followClock(
  { table: "device_pairings", terms: ["expires_at"] },
  { table: "paired_devices", terms: ["last_used_at"] },
);
