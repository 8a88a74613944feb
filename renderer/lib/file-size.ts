const units = ["B", "KB", "MB", "GB", "TB"];

/** "0 B", "12 KB", "1.4 GB": three figures at most, in steps of 1,024. */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1_024 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}
