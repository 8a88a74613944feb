/** A duration as text: `340 ms`, `2.4 s`, `3 min 5 s`, `2 h 1 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60)
    return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`;
}

/** The same for what may last days, without the small change: `5 s`, `3 min`, `2 h 1 min`, `40 days`. */
export function formatLongDuration(ms: number): string {
  if (ms >= 2 * 86_400_000) return `${Math.round(ms / 86_400_000)} days`;
  const minutes = Math.round(ms / 60_000);
  if (minutes >= 60) return formatDuration(minutes * 60_000);
  return ms >= 60_000 ? `${minutes} min` : `${Math.round(ms / 1_000)} s`;
}

/** The duration between two stored instants, which are kept to the second. */
export const formatStoredDuration = (ms: number): string => (ms < 1_000 ? "under 1 s" : formatDuration(ms));
