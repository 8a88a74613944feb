import { setImmediate as nextTick } from "node:timers/promises";
import type { JobResult } from "../../../jobs/definition.ts";
import type { SessionRow, Transition } from "../../sessions/sessions/index.ts";
import { transcriptGrowth } from "../../transcripts/transcripts/index.ts";
import { goalChecking } from "./checking.ts";
import { evidenceReader, type FoundPullRequest } from "./evidence-rules.ts";
import { scanTranscriptJob } from "./jobs.ts";
import { repositoryOf } from "./link-rules.ts";
import type { PullRequestDeps } from "./ports.ts";
import type { PullRequestStore } from "./store.ts";

/** A transcript that grows is looked through this long after it began to. */
const scanAfterMs = 10_000;
const linesAtOnce = 500;
/** A call whose result does not come for so many lines is given up. */
const longestWait = 1_000;

/** Finds the pull requests that sessions open, in what is stored of their transcripts. */
export function transcriptScanner(
  deps: PullRequestDeps,
  store: PullRequestStore,
  /** Something is there to be read that was not; inside the transaction. */
  recorded: () => void,
) {
  const { database, clock, jobs, sessions, transcripts, sessionLog } = deps;
  const goalChecks = goalChecking(database, deps.goalOf);
  const growth = transcriptGrowth({ jobs, clock, job: scanTranscriptJob, afterMs: scanAfterMs });

  function record(sessionId: number, found: readonly FoundPullRequest[]): void {
    for (const link of found) {
      if (!store.record(sessionId, link, clock.now())) continue;
      sessionLog.note(sessionId, "info", sentences[link.evidence](link.url));
      sessionLog.changed(sessionId);
      recorded();
    }
  }

  /** The goal asks for a pull request, and neither the session nor one below it recorded any. */
  function lacksPullRequest(session: SessionRow): boolean {
    const check = goalChecks([session]).get(session.id);
    const asks = check?.criteria.some(({ id }) => id === "pull_request_open") === true;
    return asks && check.pull_requests.length === 0;
  }

  function warnWithout(session: SessionRow): void {
    if (!isAtRest(session) || transcripts.lineCount(session.id) === 0 || !lacksPullRequest(session)) return;
    const sentence = "The goal asks for a pull request, and none was seen to be opened in this session";
    sessionLog.noteOnce(session.id, "warning", sentence);
  }

  /** Looks through the lines after those that were. Safe to run twice, and twice at once. */
  async function scan(sessionId: number): Promise<JobResult> {
    growth.begun(sessionId);
    const session = sessions.byId(sessionId);
    if (!session) return undefined;
    const of = { id: session.id, runtime: session.agentRuntime };
    const reader = evidenceReader(repositoryOf(session.gitRoot));
    let from = Math.max(store.scannedTo(sessionId), firstOwnLine(session));
    for (let more = true; more; ) {
      const { entries, to, line_count } = transcripts.timeline(of, { from, limit: linesAtOnce });
      const found = reader.read(entries);
      const open = session.runningJobId === null ? null : reader.openFrom();
      database.transaction(() => {
        if (!sessions.byId(sessionId)) return;
        record(sessionId, found);
        store.markScanned(sessionId, Math.max(open ?? to, to - longestWait));
      });
      from = to;
      more = to < line_count;
      if (more) await nextTick();
    }
    const rested = sessions.byId(sessionId);
    if (rested) database.transaction(() => warnWithout(rested));
    return growth.again(sessionId);
  }

  return {
    scan,
    onAppended: growth.onAppended,

    /** Inside the transaction of a transition. */
    onTransition({ before, after }: Transition): void {
      if (before.status !== after.status && after.status !== "running") growth.rested(after.id);
    },
  };
}

const sentences: Record<FoundPullRequest["evidence"], (url: string) => string> = {
  created: (url) => `Pull request ${url} was opened`,
  mcp_created: (url) => `Pull request ${url} was opened`,
  re_created: (url) => `Pull request ${url} was to be opened, and is there already`,
  claimed: (url) => `Pull request ${url} was opened, as the agent says`,
};

/** What a fork took over was done by the session it came from. */
const firstOwnLine = ({ forkedAtMessageIndex }: SessionRow): number =>
  forkedAtMessageIndex === null ? 0 : forkedAtMessageIndex + 1;

/** It came to its end by itself: neither a question nor a person holds it up. */
function isAtRest({ status, blockedOnElicitation, pausedBy }: SessionRow): boolean {
  if (status === "needs_input") return !blockedOnElicitation && pausedBy === null;
  return status === "failed" || status === "archived";
}
