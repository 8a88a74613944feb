import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { Transition } from "../../sessions/sessions/index.ts";
import { subjectOf } from "./delivery.ts";
import { issueStore } from "./issue-store.ts";
import type { MergeRun, OpenedPullRequest } from "./model.ts";
import { cloneOrigins } from "./origins.ts";
import { pullRequestPoller } from "./poller.ts";
import type { PullRequestDeps } from "./ports.ts";
import { pullRequestStore, type RecordedRow } from "./store.ts";
import { text } from "./text.ts";
import { transcriptScanner } from "./transcript-scanner.ts";

/** A pull request that a session opened, as last read from GitHub. */
interface ReadPullRequest extends OpenedPullRequest {
  /** The workflow runs of the merge commit when the merge was read; null before that. */
  merge_runs: MergeRun[] | null;
  read_at: string | null;
  /** Why the last read failed; null if it succeeded. */
  problem: string | null;
}

export type PullRequestService = ReturnType<typeof pullRequestService>;

/** The pull requests that sessions open: found in their transcripts, then followed on GitHub. */
export function pullRequestService(deps: PullRequestDeps) {
  const store = pullRequestStore(deps.database);
  const origins = cloneOrigins(deps);
  const { read, readSoon, replan, limitedUntil } = pullRequestPoller(deps, { store, origins });
  const issues = issueStore(deps.database);
  const scanner = transcriptScanner(deps, { store, issues, origins }, replan);

  return {
    scan: scanner.scan,
    readOrigins: origins.refresh,
    onCloned: origins.onCloned,
    read,
    /** Acts on a webhook of the code host: reads what it is about instead of believing it. */
    take: (delivery: { event: string; body: unknown }): void => readSoon(subjectOf(delivery)),
    onAppended: scanner.onAppended,
    /** The session that opened the issue `owner/repo#number`; null if none is known to have. */
    sessionOfIssue: issues.sessionOf,
    /** Continues reading after a start. */
    resume: replan,

    /** The pull requests of these sessions, in the order they were found, by session id. */
    opened(sessionIds: readonly number[]): ReadonlyMap<number, OpenedPullRequest[]> {
      const rows = Map.groupBy(store.ofSessions(sessionIds), ({ sessionId }) => sessionId);
      return new Map([...rows].map(([id, own]) => [id, own.map(openedView)]));
    },

    /** What a person may have to do about the pull requests of a session. */
    states: (id: number) =>
      store.ofSessions([id]).map((row) => {
        const { name, state, is_draft: isDraft, ci } = openedView(row);
        return { name, state, isDraft, ci, hasConflict: row.conflict === "confirmed" };
      }),

    /** The pull requests of one session, as last read. */
    ofSession: (id: number): { pull_requests: ReadPullRequest[]; followed: boolean } => ({
      pull_requests: store.ofSessions([id]).map((row) => readView(row, limitedUntil())),
      followed: deps.github !== null,
    }),

    /** Inside the transaction of a transition. */
    onTransition(transition: Transition): void {
      scanner.onTransition(transition);
      const { kind } = transition.event;
      if (
        (kind === "turn_queued" || kind === "archive") &&
        store.ofSessions([transition.after.id]).length > 0
      )
        replan();
    },
  };
}

const openedView = (row: RecordedRow): OpenedPullRequest => ({
  url: row.url,
  name: `${row.owner}/${row.repo}#${row.number}`,
  title: row.title,
  state: row.state,
  is_draft: row.isDraft,
  ci: row.ci,
  link_only: row.followed === false,
});

const readView = (row: RecordedRow, limitedUntil: number | null): ReadPullRequest => ({
  ...openedView(row),
  merge_runs: row.mergeRuns,
  read_at: instantOrNull(row.polledAt),
  problem:
    limitedUntil === null || row.state === "merged" || row.followed === false
      ? (row.pollError?.message ?? null)
      : text.limited(instant(limitedUntil)),
});
