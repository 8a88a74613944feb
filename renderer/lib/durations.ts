/** A duration as text: `340 ms`, `2.4 s`, `3 min 5 s`, `2 h 1 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`;
}

/** The duration between two stored instants, which are kept to the second. */
export const formatStoredDuration = (ms: number): string => (ms < 1_000 ? "under 1 s" : formatDuration(ms));
