import { isObject } from "../../../lib/json.ts";
import type { HealthFacts } from "./ports.ts";

/** pino's number for the level. */
const errorLevel = 50;
const shownMs = 60 * 60_000;
const mostShown = 20;
const longest = 300;

/** The errors of the last hour in these lines of the log, newest first. */
export function recentErrors(lines: readonly string[], now: number): HealthFacts["recentErrors"] {
  return lines
    .flatMap((line) => errorIn(line) ?? [])
    .filter(({ time }) => time > now - shownMs && time <= now)
    .slice(-mostShown)
    .reverse()
    .map(({ time, message }) => ({ at: new Date(time).toISOString(), message }));
}

function errorIn(line: string): { time: number; message: string } | null {
  const read = parsed(line);
  const { level, time, msg, err } = isObject(read) ? read : {};
  if (typeof level !== "number" || level < errorLevel || typeof time !== "number") return null;
  const cause = isObject(err) ? err["message"] : undefined;
  const parts = [msg, cause].filter((part) => typeof part === "string" && part !== "");
  return { time, message: parts.join(": ").slice(0, longest) };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
