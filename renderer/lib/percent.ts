/** "89%", or "<1%" for what would be rounded to nothing. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.005 ? "<1%" : `${Math.round(share * 100)}%`;

/** "+12%", "-3%": by how many percent a figure changed. */
export function formatChange(percent: number, digits = 0): string {
  const rounded = Math.round(percent * 10 ** digits) / 10 ** digits;
  return `${rounded > 0 ? "+" : ""}${rounded.toFixed(digits)}%`;
}
