import { boundedLine } from "../../../lib/oversized-line.ts";

/** Parsed and redacted within some 5 ms; a longer line is left to another thread, or out. */
export const largeLineLength = 512 * 1024;

/** A line as it is stored, and its value; undefined if it is blank or not JSON. */
export function parseBoundedLine(line: string): { raw: string; value: unknown } {
  const raw = boundedLine(line);
  if (raw.trim() === "") return { raw, value: undefined };
  try {
    return { raw, value: JSON.parse(raw) as unknown };
  } catch {
    return { raw, value: undefined };
  }
}

/** A stored line of an earlier version may be deeper or wider than what is taken in now; it is read as text. */
export const parseLine = (stored: string): unknown => parseBoundedLine(stored).value;

/** Every vendor writes `timestamp` on the line: ISO text, or epoch milliseconds. */
export function timestampOf(value: unknown): string | null {
  const timestamp = (value as { timestamp?: unknown } | null | undefined)?.timestamp;
  if (typeof timestamp === "string") return timestamp;
  if (typeof timestamp !== "number") return null;
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
