import type { Transition } from "../sessions/index.ts";
import { pullRequestCapture } from "./capture.ts";
import type { OpenedPullRequest } from "./model.ts";
import type { PullRequestDeps } from "./ports.ts";
import { pullRequestReading } from "./reading.ts";
import { type PullRequestRow, pullRequestStore } from "./store.ts";

export type PullRequestService = ReturnType<typeof pullRequestService>;

/** The pull requests that sessions open: found in their transcripts, and then followed where they are hosted. */
export function pullRequestService(deps: PullRequestDeps) {
  const store = pullRequestStore(deps.database);
  const { read, replan } = pullRequestReading(deps, store);
  const { scan, grown, heard } = pullRequestCapture(deps, store, replan);

  return {
    scan,
    read,
    grown,
    /** Takes the reading up where the last start left it. */
    resume: replan,

    /** What these sessions opened, first seen first, by session id. */
    opened(sessionIds: readonly number[]): ReadonlyMap<number, OpenedPullRequest[]> {
      const rows = Map.groupBy(store.ofSessions(sessionIds), ({ sessionId }) => sessionId);
      return new Map([...rows].map(([id, own]) => [id, own.map(openedView)]));
    },

    /** Inside the transaction of a transition. */
    heard(transition: Transition): void {
      heard(transition);
      const { kind } = transition.event;
      if (
        (kind === "turn_queued" || kind === "archive") &&
        store.ofSessions([transition.after.id]).length > 0
      )
        replan();
    },
  };
}

const openedView = (row: PullRequestRow): OpenedPullRequest => ({
  url: row.url,
  name: `${row.owner}/${row.repo}#${row.number}`,
  title: row.title,
  state: row.state,
  is_draft: row.isDraft,
  ci: row.ci,
});
