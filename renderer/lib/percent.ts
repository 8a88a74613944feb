/** "89%", or "<1%" for what would be rounded to nothing. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.005 ? "<1%" : `${Math.round(share * 100)}%`;

/** "+12%", "-3%": by how many percent a figure changed. */
export const formatChange = (percent: number, digits = 0): string =>
  `${percent > 0 ? "+" : ""}${digits === 0 ? Math.round(percent) : percent.toFixed(digits)}%`;
