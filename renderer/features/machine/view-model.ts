const units = ["KB", "MB", "GB"] as const;

/** `640 KB`, `212 MB`, `1.4 GB`. */
export function formatMemory(bytes: number): string {
  let value = bytes / 1_024;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** The share of one processor; above 100 if several are used. */
export const formatCpu = (percent: number | null): string =>
  percent === null ? "–" : `${Math.round(percent)} %`;
