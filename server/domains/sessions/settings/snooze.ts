import { isTimeZone, readWallClock, zonedInstant } from "../../../lib/wall-clock.ts";
import { sessionSettingsRefusal } from "./errors.ts";
import type { VisibilityChange } from "./model.ts";

/** Returns when the snooze ends, epoch ms; null if the session is not snoozed. Refuses invalid times (R84). */
export function readSnooze(change: VisibilityChange, now: number): number | null {
  if (change.visibility !== "snoozed") return null;
  const text = change.snoozed_until?.trim() ?? "";
  if (text === "") throw sessionSettingsRefusal("snooze_time_missing");
  const zone = change.timezone ?? "UTC";
  if (!isTimeZone(zone)) throw sessionSettingsRefusal("unknown_time_zone", { name: zone.slice(0, 100) });
  const read = readWallClock(text);
  if (read.kind === "has_offset") throw sessionSettingsRefusal("snooze_time_has_offset");
  if (read.kind === "unreadable") throw sessionSettingsRefusal("snooze_time_unreadable");
  const until = zonedInstant(read.asUtcMs, zone);
  if (until <= now) throw sessionSettingsRefusal("snooze_time_past");
  return until;
}
