/**
 * Decides about a session's request to archive itself, which waits for the requesting turn to end. A turn started since
 * means that the session is needed again. `job` identifies the requesting turn.
 */
export function decideOwnArchive(
  session: { status: string; jobId: number | null; runningJobId: number | null },
  asked: { job: number | null; endTurnAt: number; now: number },
): "wait" | "archive" | "drop" {
  if (session.status === "archived") return "drop";
  const job = session.runningJobId ?? session.jobId;
  if (job === null) return "archive";
  if (job !== asked.job) return "drop";
  return asked.now < asked.endTurnAt ? "wait" : "archive";
}
