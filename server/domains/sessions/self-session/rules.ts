/**
 * What becomes of a session's own archive, which lets the turn that asked for it end by itself first: a turn that
 * began since is somebody's word that it is wanted again. `job` names the turn that asked.
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
