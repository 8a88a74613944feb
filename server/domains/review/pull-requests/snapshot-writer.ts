import { isDeepStrictEqual } from "node:util";
import { generations } from "./checking.ts";
import { type FailedCheck, seenAt, withoutHead } from "./feedback-rules.ts";
import { feedbackWriter } from "./feedback-writer.ts";
import type { Snapshot } from "./github.ts";
import type { MergeRun } from "./model.ts";
import type { MessageOrigin, PullRequestDeps } from "./ports.ts";
import type { Holding, PullRequestRow, PullRequestStore } from "./store.ts";
import { text } from "./text.ts";

/** What was read besides; null if it was not, or could not be. */
export interface Details {
  /** Of the merge commit. */
  runs: MergeRun[] | null;
  failures: FailedCheck[] | null;
}

type MessageFor = (holding: Holding) => { content: string; origin: MessageOrigin };

/** Stores what was read and notifies the sessions, one transaction per pull request. */
export function snapshotWriter(deps: PullRequestDeps, store: PullRequestStore) {
  const { database, clock, sessionLog } = deps;
  const canReceive = receivers(deps);
  const feedback = feedbackWriter(deps, store, canReceive);
  const { notifyMerged, notifyConflict, withdrawConflict, withdrawChecks } = sessionNotices(
    deps,
    store,
    canReceive,
  );

  /** A conflict that was read twice is reported, once until it is gone; the first time it may still be temporary. */
  function takeConflict(row: PullRequestRow, { state, conflicts }: Snapshot): PullRequestRow["conflict"] {
    if (state === "open" && conflicts === null) return row.conflict;
    if (state === "open" && conflicts === true) return row.conflict === null ? "suspected" : "confirmed";
    if (row.conflict === null) return null;
    for (const holding of store.holdings(row.id)) store.updateHolding(holding, { conflictToldAt: null });
    withdrawConflict(row);
    return null;
  }

  function updateBoard(id: number): void {
    for (const sessionId of store.onlookers(id, generations)) {
      sessionLog.changed(sessionId);
      deps.changed(sessionId);
    }
  }

  return {
    /** Whether the failed checks of the read head are to be told. */
    wantsChecks(id: number, read: Snapshot): boolean {
      const row = store.byId(id);
      return row !== undefined && feedback.wantsChecks(row, read);
    },

    snapshot: (id: number, read: Snapshot, { runs, failures }: Details): void =>
      database.transaction(() => {
        const row = store.byId(id);
        if (!row) return;
        const conflict = takeConflict(row, read);
        const changes = { ...columnsOf(read), ...(runs && { mergeRuns: runs }), conflict };
        if (row.headSha !== read.headSha || read.state !== "open") withdrawChecks(row);
        const checksFailedAt = feedback.failedAt(row, read);
        store.update(id, { ...changes, checksFailedAt, polledAt: clock.now(), pollError: null });
        const isChanged = Object.entries(changes).some(
          ([key, value]) => !isDeepStrictEqual(row[key as keyof PullRequestRow], value),
        );
        if (isChanged) updateBoard(id);
        if (row.state !== read.state && read.state !== "open")
          for (const { sessionId } of store.holdings(id))
            sessionLog.note(sessionId, "info", text.nowInState(row.url, read.state));
        if (read.state === "merged") notifyMerged(row, read, runs);
        if (conflict === "confirmed") notifyConflict(row);
        if (failures !== null) feedback.tellChecks(row, read, failures);
        if (read.state === "open") feedback.tellComments(row, read);
      }),

    /** Records the failure; the facts that were read before stay. */
    failure: (id: number, message: string): void =>
      database.transaction(() => {
        const row = store.byId(id);
        if (!row) return;
        const count = (row.pollError?.count ?? 0) + 1;
        store.update(id, {
          pollError: { count, at: clock.now(), message: message.slice(0, 500) },
        });
      }),
  };
}

/** What sessions are told of the state of their pull requests. In the caller's transaction. */
function sessionNotices(
  deps: PullRequestDeps,
  store: PullRequestStore,
  canReceive: (sessionId: number) => boolean,
) {
  const { clock, sessionLog } = deps;

  /** Notifies each session that recorded it, once; the transaction that queues the message also marks it. */
  function notify(id: number, mark: "mergedToldAt" | "conflictToldAt", message: MessageFor): void {
    for (const holding of store.holdings(id)) {
      const { sessionId } = holding;
      const kind = mark === "mergedToldAt" ? "merged" : "conflicts";
      if (holding[mark] !== null || !canReceive(sessionId) || !deps.notices.isOn(sessionId, kind)) continue;
      store.updateHolding(holding, { [mark]: clock.now() });
      deps.post(sessionId, { ...message(holding), sender: text.senders.poller });
    }
  }

  function notifyMerged(
    row: PullRequestRow,
    { mergeSha, mergedAt, hostNow }: Snapshot,
    runs: readonly MergeRun[] | null,
  ): void {
    notify(row.id, "mergedToldAt", (holding) => {
      const own = store.ofSessions([holding.sessionId]);
      const stillOpen = own.flatMap(({ state, url }) => (state === "open" ? [url] : []));
      const isSince = (mergedAt ?? 0) >= seenAt(holding, { hostNow, now: clock.now() });
      const content = text.mergedMessage({ url: row.url, mergeSha, runs: isSince ? runs : null, stillOpen });
      return { content, origin: "automated_pr_merged" };
    });
  }

  function notifyConflict({ id, url }: PullRequestRow): void {
    notify(id, "conflictToldAt", () => ({
      content: text.conflictMessage(url),
      origin: "automated_merge_conflict",
    }));
  }

  /** What is not true any more is not said to a session that has not read it yet. Those sessions. */
  function withdrawn({ id, url }: PullRequestRow, origin: MessageOrigin, sentence: string): Holding[] {
    const unread = store.holdings(id).filter(({ sessionId }) => deps.withdraw(sessionId, { origin, url }));
    for (const { sessionId } of unread) sessionLog.note(sessionId, "info", sentence);
    return unread;
  }

  const withdrawConflict = (row: PullRequestRow): void =>
    void withdrawn(row, "automated_merge_conflict", text.conflictTakenBack(row.url));

  /** The head may come back, and nobody was told of it. */
  function withdrawChecks(row: PullRequestRow): void {
    for (const holding of withdrawn(row, "automated_checks_failed", text.checksTakenBack(row.url)))
      store.updateHolding(holding, {
        checksToldShas: withoutHead(holding.checksToldShas, row.headSha ?? ""),
      });
  }

  return { notifyMerged, notifyConflict, withdrawConflict, withdrawChecks };
}

const columnsOf = ({ title, state, isDraft, headSha, ci, labels, description }: Snapshot) => ({
  title,
  state,
  isDraft,
  headSha,
  ci,
  labels,
  bodyFacts: description,
});

const receivers =
  ({ sessions }: Pick<PullRequestDeps, "sessions">) =>
  (sessionId: number): boolean => {
    const status = sessions.byId(sessionId)?.status;
    return status !== undefined && status !== "failed" && status !== "archived";
  };
