const dayMs = 86_400_000;
const pairs = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));
let lastDay = { number: Number.NaN, text: "" };

/** ISO 8601 in UTC, second precision: how every instant is written on the wire. */
export function instant(epochMs: number): string {
  const number = Math.floor(epochMs / dayMs);
  // A list has hundreds of instants, of a few days: a Date for each would take an eighth of its time.
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(number * dayMs).toISOString().slice(0, -13) };
  const seconds = Math.floor((epochMs - number * dayMs) / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDay.text}${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}:${pairs[seconds % 60]}Z`;
}

export const instantOrNull = (epochMs: number | null): string | null =>
  epochMs === null ? null : instant(epochMs);

/** For people whose time zone is unknown: "2026-03-01 10:05 UTC". */
export const utcMinute = (epochMs: number): string =>
  `${instant(epochMs).slice(0, 16).replace("T", " ")} UTC`;
