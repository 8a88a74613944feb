/** Synchronous calls that are acceptable: at start, in a worker, or for a few bytes. Numbers may only go down. */
export const allowed: Record<string, number> = {
  "server/db/lock.ts": 1,
  "server/db/migrate.ts": 6,
  "server/db/open.ts": 2,
  "server/domains/installation/backups/restore.ts": 17,
  "server/domains/transcripts/search/store.ts": 3,
  "server/lib/compressed-text.ts": 1,
  "server/cli/import-cache.ts": 1,
  "server/cli/restore.ts": 3,
  "server/cli/serve.ts": 1,
  "server/http/pages.ts": 2,
  "server/installation.ts": 3,
  "server/launch-files.ts": 1,
  "server/lib/private-file.ts": 11,
  "server/lib/secret-store/index.ts": 4,
  "server/lib/secret-store/key-holders.ts": 2,
};
