const codes = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]);

/** Whether a write failed because no space is left, on the disk or in the user's quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && codes.has(String(error.code))) || isDiskFull(error.cause);
}
