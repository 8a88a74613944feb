import type { Logger } from "./logger.ts";

/** Uses of a credential are noted once a minute at most (R120). */
export const isUseToNote = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || now - lastUsedAt >= 60_000;

/** Notes a use where that can be written: on a full disk a credential still opens what only reads. */
export function noteUse(log: Logger, what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.warn({ err: error }, `the use of ${what} was not noted`);
  }
}
