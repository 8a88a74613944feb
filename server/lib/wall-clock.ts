/** A wall-clock time. `asUtcMs`: the instant if the clock were in UTC. */
export type WallClock = { kind: "wall"; asUtcMs: number } | { kind: "has_offset" } | { kind: "unreadable" };

const pattern = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const dayMs = 24 * 60 * 60_000;

/** ISO 8601 date and time with no offset; a date alone, or one the calendar does not have, is unreadable. */
export function readWallClock(text: string): WallClock {
  const match = pattern.exec(text.trim());
  if (!match) return { kind: "unreadable" };
  const [, toMinutes = "", seconds = ":00", offset] = match;
  const plain = `${toMinutes.toUpperCase()}${seconds}`;
  const asUtcMs = Date.parse(`${plain}.000Z`);
  const exists = Number.isFinite(asUtcMs) && new Date(asUtcMs).toISOString().startsWith(plain);
  if (!exists) return { kind: "unreadable" };
  return offset === undefined ? { kind: "wall", asUtcMs } : { kind: "has_offset" };
}

/** Whether it is a name in the IANA database; a bare offset is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Epoch ms at which clocks in the zone show this time. If the time occurs twice, the first one; if the clocks skip it, the
 * time that they would show without the change.
 */
export function zonedInstant(asUtcMs: number, timeZone: string): number {
  const before = offsetMs(asUtcMs - dayMs, timeZone);
  const after = offsetMs(asUtcMs + dayMs, timeZone);
  const meant = [before, after].map((offset) => asUtcMs - offset);
  const shown = meant.filter((at) => at + offsetMs(at, timeZone) === asUtcMs);
  return shown.length === 0 ? asUtcMs - before : Math.min(...shown);
}

/** What the zone's clocks show at an instant, as epoch ms as if they were in UTC. */
export const shownAt = (at: number, timeZone: string): number => at + offsetMs(at, timeZone);

/** How far the zone's clocks are ahead of UTC at an instant. */
function offsetMs(at: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/** Constructing a format takes much longer than using one. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 100;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= mostFormats) formats.clear();
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}
