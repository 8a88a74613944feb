import type { Logger } from "./logger.ts";

/** Uses of a credential are recorded at most once a minute (R120). */
export const isUseToNote = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || Math.abs(now - lastUsedAt) >= 60_000;

/** Records a use if it can be written: on a full disk, a credential still allows reading. */
export function noteUse(log: Logger, what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.warn({ err: error }, `the use of ${what} was not noted`);
  }
}
