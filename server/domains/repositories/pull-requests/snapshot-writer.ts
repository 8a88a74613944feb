import { z } from "zod";
import { generations } from "./checking.ts";
import type { Snapshot } from "./github.ts";
import { conflictMessage, mergedMessage, type ToldOf } from "./text.ts";
import type { MergeRun } from "./model.ts";
import type { Failures } from "./polling-rules.ts";
import type { PullRequestDeps } from "./ports.ts";
import type { PullRequestRow, PullRequestStore } from "./store.ts";

type MessageFor = (sessionId: number) => { content: string; origin: ToldOf };

const failures = z.object({ count: z.number(), at: z.number(), message: z.string() });

export const failuresOf = ({ pollError }: PullRequestRow): Failures | null =>
  pollError === null ? null : failures.parse(JSON.parse(pollError));

/** Writes what was read, each pull request in a transaction of its own with all that follows from it. */
export function snapshotWriter(deps: PullRequestDeps, store: PullRequestStore) {
  const { database, clock, sessionLog } = deps;

  /** Tells each session that holds it and was not told, marked in the transaction that puts it before the session. */
  function tell(id: number, mark: "mergedToldAt" | "conflictToldAt", message: MessageFor): void {
    for (const holding of store.holdings(id)) {
      const { sessionId } = holding;
      if (holding[mark] !== null || !takesMessages(sessionId)) continue;
      store.updateHolding(holding, { [mark]: clock.now() });
      deps.post(sessionId, { ...message(sessionId), sender: "the pull request reader" });
    }
  }

  function tellMerged(row: PullRequestRow, mergeSha: string | null, runs: readonly MergeRun[] | null): void {
    tell(row.id, "mergedToldAt", (sessionId) => {
      const own = store.ofSessions([sessionId]);
      const stillOpen = own.flatMap(({ state, url }) => (state === "open" ? [url] : []));
      const content = mergedMessage({ url: row.url, mergeSha, runs, stillOpen });
      return { content, origin: "automated_pr_merged" };
    });
  }

  function tellConflict({ id, url }: PullRequestRow): void {
    tell(id, "conflictToldAt", () => ({
      content: conflictMessage(url),
      origin: "automated_merge_conflict",
    }));
  }

  function takesMessages(sessionId: number): boolean {
    const status = deps.sessions.byId(sessionId)?.status;
    return status !== undefined && status !== "failed" && status !== "archived";
  }

  /** What is seen once may pass by itself; seen twice it is told, once until it is gone. */
  function takeConflict(row: PullRequestRow, { state, conflicts }: Snapshot): PullRequestRow["conflict"] {
    if (state === "open" && conflicts === null) return row.conflict;
    if (state === "open" && conflicts === true) return row.conflict === null ? "suspected" : "confirmed";
    if (row.conflict !== null)
      for (const holding of store.holdings(row.id)) store.updateHolding(holding, { conflictToldAt: null });
    return null;
  }

  function tellBoard(id: number): void {
    for (const sessionId of store.onlookers(id, generations)) sessionLog.changed(sessionId);
  }

  return {
    snapshot: (id: number, read: Snapshot, runs: MergeRun[] | null): void =>
      database.transaction(() => {
        const row = store.byId(id);
        if (!row) return;
        const conflict = takeConflict(row, read);
        const changes = { ...columnsOf(read), ...(runs && { mergeRuns: JSON.stringify(runs) }), conflict };
        store.update(id, { ...changes, polledAt: clock.now(), pollError: null });
        const isNews = Object.entries(changes).some(
          ([key, value]) => row[key as keyof PullRequestRow] !== value,
        );
        if (isNews) tellBoard(id);
        if (row.state !== read.state && read.state !== "open")
          for (const { sessionId } of store.holdings(id))
            sessionLog.note(sessionId, "info", `Pull request ${row.url} was ${read.state}`);
        if (read.state === "merged") tellMerged(row, read.mergeSha, runs);
        if (conflict === "confirmed") tellConflict(row);
      }),

    /** Nothing else changes: what could not be read is as it was. */
    failure: (id: number, message: string): void =>
      database.transaction(() => {
        const row = store.byId(id);
        if (!row) return;
        const count = (failuresOf(row)?.count ?? 0) + 1;
        store.update(id, {
          pollError: JSON.stringify({ count, at: clock.now(), message: message.slice(0, 500) }),
        });
      }),
  };
}

const columnsOf = ({ title, state, isDraft, headSha, ci, labels, description }: Snapshot) => ({
  title,
  state,
  isDraft,
  headSha,
  ci,
  labels: JSON.stringify(labels),
  bodyFacts: JSON.stringify(description),
});
