/** Synchronous calls that were weighed and kept: at start, in a worker, or of a few bytes. Numbers only go down. */
export const allowed: Record<string, number> = {
  "server/db/lock.ts": 1,
  "server/db/migrate.ts": 6,
  "server/db/open.ts": 2,
  "server/domains/transcripts/chunks.ts": 1,
  "main/boot/log-file.ts": 3,
};
