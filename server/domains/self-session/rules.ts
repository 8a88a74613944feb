/** As many of the newest as fit into `limit` characters together; the very newest is always one of them. */
export function newestThatFit(texts: readonly string[], limit: number): readonly string[] {
  let left = limit;
  const first = texts.findLastIndex((text) => {
    left -= text.length;
    return left < 0;
  });
  return texts.slice(Math.min(first + 1, texts.length - 1));
}

/** A glance at a text. */
export function glance(text: string, limit: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit).toWellFormed()}…`;
}

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
