import { setImmediate as nextTick } from "node:timers/promises";
import type { JobResult } from "../../../jobs/definition.ts";
import type { SessionRow, Transition } from "../../sessions/sessions/index.ts";
import { transcriptGrowth } from "../../transcripts/transcripts/index.ts";
import { goalChecking } from "./checking.ts";
import { evidenceReader, type FoundPullRequest } from "./evidence-rules.ts";
import { decideFollowing } from "./following.ts";
import { issueReader } from "./issue-rules.ts";
import type { issueStore } from "./issue-store.ts";
import { scanTranscriptJob } from "./jobs.ts";
import type { Repository } from "./link-rules.ts";
import type { CloneOrigins } from "./origins.ts";
import type { PullRequestDeps } from "./ports.ts";
import type { PullRequestStore } from "./store.ts";
import { text } from "./text.ts";

/** A growing transcript is scanned this long after it started to grow. */
const scanAfterMs = 10_000;
const linesAtOnce = 500;
/** After this many lines without a result, a call is ignored. */
const longestWait = 1_000;

/** Finds the pull requests and issues that sessions open, in their stored transcripts. */
export function transcriptScanner(
  deps: PullRequestDeps,
  parts: { store: PullRequestStore; issues: ReturnType<typeof issueStore>; origins: CloneOrigins },
  /** Called inside the transaction that records a new pull request. */
  recorded: () => void,
) {
  const { database, clock, jobs, sessions, transcripts, sessionLog } = deps;
  const { store, issues, origins } = parts;
  const goalChecks = goalChecking(database, deps.goalOf);
  const growth = transcriptGrowth({ jobs, clock, job: scanTranscriptJob, afterMs: scanAfterMs });

  function record(
    sessionId: number,
    { found, own }: { found: readonly FoundPullRequest[]; own: readonly Repository[] },
  ): void {
    for (const link of found) {
      const followed = decideFollowing(link, own);
      if (!store.record(sessionId, { ...link, followed }, clock.now())) continue;
      sessionLog.note(sessionId, "info", text.found[link.evidence](link.url));
      if (followed === false) sessionLog.note(sessionId, "info", text.keptAsLink(link.url));
      sessionLog.changed(sessionId);
      deps.changed(sessionId);
      recorded();
    }
  }

  /** Whether the goal asks for a pull request and neither the session nor a child has recorded one. */
  function lacksPullRequest(session: SessionRow): boolean {
    const check = goalChecks([session]).get(session.id);
    const asks = check?.criteria.some(({ id }) => id === "pull_request_open") === true;
    return asks && check.pull_requests.length === 0;
  }

  function warnIfLacking(session: SessionRow): void {
    if (!hasFinished(session) || transcripts.lineCount(session.id) === 0 || !lacksPullRequest(session))
      return;
    sessionLog.noteOnce(session.id, "warning", text.goalLacksPullRequest);
  }

  /** Scans the lines that were not scanned before. Safe to run repeatedly and concurrently. */
  async function scan(sessionId: number): Promise<JobResult> {
    growth.begun(sessionId);
    const session = sessions.byId(sessionId);
    if (!session) return undefined;
    const of = { id: session.id, runtime: session.agentRuntime };
    const own = await origins.of(session);
    const reader = evidenceReader(own);
    const issueFinder = issueReader(own);
    let from = Math.max(store.scannedTo(sessionId), firstOwnLine(session));
    for (let more = true; more; ) {
      const { entries, to, line_count } = await transcripts.boundedTimeline(of, {
        from,
        limit: linesAtOnce,
      });
      const found = reader.read(entries);
      const opened = issueFinder.read(entries);
      const open = session.runningJobId === null ? null : earliest(reader.openFrom(), issueFinder.openFrom());
      database.transaction(() => {
        if (!sessions.byId(sessionId)) return;
        record(sessionId, { found, own });
        for (const link of opened) issues.record(sessionId, link, clock.now());
        store.markScanned(sessionId, Math.max(open ?? to, to - longestWait));
      });
      from = to;
      more = to < line_count;
      if (more) await nextTick();
    }
    const current = sessions.byId(sessionId);
    if (current) database.transaction(() => warnIfLacking(current));
    return growth.again(sessionId);
  }

  return {
    scan,
    onAppended: growth.onAppended,

    /** Inside the transaction of a transition. */
    onTransition({ before, after }: Transition): void {
      if (before.status !== after.status && after.status !== "running") growth.turnEnded(after.id);
    },
  };
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The lines that a fork copied describe work of the original session. */
const firstOwnLine = ({ forkedAtMessageIndex }: SessionRow): number =>
  forkedAtMessageIndex === null ? 0 : forkedAtMessageIndex + 1;

/** Whether it finished on its own, without waiting for an answer or being paused. */
function hasFinished({ status, blockedOnElicitation, pausedBy }: SessionRow): boolean {
  if (status === "needs_input") return !blockedOnElicitation && pausedBy === null;
  return status === "failed" || status === "archived";
}
