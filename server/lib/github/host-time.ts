/** The host's clock by the date of its answer; ours if it has none. */
export function hostTime(date: unknown, now: number): number {
  const at = Date.parse(String(date));
  return Number.isNaN(at) ? now : at;
}
