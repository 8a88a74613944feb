import { heartbeatBounds } from "../../../server/domains/sessions/settings/model.ts";

/** What was typed as seconds between two beats, or why it is none. */
export function readInterval(text: string): { seconds: number } | { problem: string } {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  const { min, max } = heartbeatBounds;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return { seconds };
  return { problem: `Enter a whole number of seconds from ${min} to ${max.toLocaleString("en")}.` };
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
