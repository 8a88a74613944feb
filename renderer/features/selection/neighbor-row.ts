/** The row that j, k and the arrow keys move to; stays at the ends. Returns -1 if there are no rows. */
export function neighborRow(count: number, current: number, step: 1 | -1): number {
  if (count === 0) return -1;
  if (current < 0) return step === 1 ? 0 : count - 1;
  return Math.min(Math.max(current + step, 0), count - 1);
}
