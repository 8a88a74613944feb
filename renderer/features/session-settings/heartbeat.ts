import { heartbeatBounds } from "../../../server/domains/sessions/settings/model.ts";
import { text } from "./text.ts";

/** The typed number of seconds between heartbeats, or why it is invalid. */
export function readInterval(typed: string): { seconds: number } | { problem: string } {
  const seconds = typed.trim() === "" ? Number.NaN : Number(typed);
  const { min, max } = heartbeatBounds;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return { seconds };
  return { problem: text.heartbeat.outOfRange(min, max.toLocaleString("en")) };
}

const units: readonly [seconds: number, name: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** 5400 as "1 hour 30 minutes". */
export function intervalText(seconds: number): string {
  let left = seconds;
  const parts = units.flatMap(([size, name]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`];
  });
  return parts.join(" ");
}
