/** Whether another program kept the database from being written, or read; it passes. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && String(error.code).startsWith("SQLITE_BUSY")) || isDatabaseBusy(error.cause);
}
