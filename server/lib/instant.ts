/** ISO 8601 in UTC, second precision: how every instant is written on the wire. */
export function instant(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -5)}Z`;
}

export const instantOrNull = (epochMs: number | null): string | null =>
  epochMs === null ? null : instant(epochMs);
