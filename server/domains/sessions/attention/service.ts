import { setImmediate as nextTick } from "node:timers/promises";
import type { JobResult } from "../../../jobs/definition.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionRow, Transition } from "../sessions/index.ts";
import type { ChosenKind, Session } from "../sessions/model.ts";
import { answerAssessing } from "./assessing.ts";
import { attentionDecisions } from "./decisions.ts";
import { attentionRefusal } from "./errors.ts";
import { factsOf } from "./facts.ts";
import type { AttentionDeps } from "./ports.ts";
import { isStopped } from "./rules.ts";
import { type AttentionStore, attentionStore } from "./store.ts";
import { text } from "./text.ts";

/** How many undecided sessions are decided at once, and the pause until the next ones. */
const slice = 20;
const sliceEveryMs = 1_000;

export type AttentionService = ReturnType<typeof attentionService>;

/** What each session that stopped waits for: an answer, a review, the repair of a failure, or nothing. */
export function attentionService(deps: AttentionDeps) {
  const { database, clock, sessions } = deps;
  const store = attentionStore(database);
  const { request, begin, settle, decide, readChanges } = attentionDecisions(deps, store);

  return {
    /** Inside the transaction that inserts the row. A session with a prompt gets its turn at once. */
    onCreated({ row }: { row: SessionRow }): void {
      if (row.prompt === null && isStopped(factsOf(row))) begin(row, row.createdAt);
    },

    /** Inside the transaction of a transition. */
    onTransition({ after }: Transition): void {
      if (isStopped(factsOf(after))) begin(after, after.updatedAt);
      else store.clear(after.id);
    },

    /** A pull request of the session was found or read with another result. Inside the transaction that stores it. */
    onPullRequestChanged({ sessionId }: { sessionId: number }): void {
      if (store.find(sessionId)) request(sessionId);
    },

    /** E175. Null decides automatically again. */
    async correct(reference: string, correction: ChosenKind | null): Promise<Session> {
      // What it changed is done with too, also if it goes on in the next moment.
      const changes = correction === "done" ? await readChanges(sessions.find(reference)) : null;
      const { id } = database.transaction(() => {
        const row = sessions.find(reference);
        const facts = factsOf(row);
        if (!isStopped(facts) || facts.isAsking)
          throw attentionRefusal("not_stopped", { status: facts.isAsking ? "asking" : row.status });
        if (!store.find(row.id)) begin(row, row.updatedAt);
        const before = store.find(row.id)?.correction;
        // Taking it back makes the changes something to review again.
        store.update(row.id, { correction, ...(before === "done" && { settledChanges: null }) });
        deps.sessionLog.note(row.id, "info", text.corrected(correction));
        deps.sessionLog.changed(row.id);
        if (correction !== null) settle(row.id, changes);
        return row;
      });
      if (correction === null) await decide(id);
      return sessions.view(sessions.find(String(id)));
    },

    /** A question of the session was asked, answered or withdrawn. */
    onQuestionChanged(sessionId: number): void {
      if (store.find(sessionId)) request(sessionId);
    },

    assess: answerAssessing(deps, { store, request }),
    decide,
    decideSome: undecidedSessions({ store, clock, decide }),

    /** The sessions on the board that need a person, the most urgent first. */
    needy: (): { id: number; title: string }[] => store.needy(clock.now()),
  };
}

/** Decides for sessions that have nothing decided, some at each call. */
function undecidedSessions(deps: {
  store: AttentionStore;
  clock: Clock;
  decide(sessionId: number): Promise<JobResult>;
}): () => Promise<JobResult> {
  let after = 0;
  return async () => {
    const ids = deps.store.undecided(after, slice);
    for (const id of ids) {
      await deps.decide(id);
      await nextTick();
    }
    after = ids.length < slice ? 0 : (ids.at(-1) ?? 0);
    return after === 0 ? undefined : { againAt: deps.clock.now() + sliceEveryMs };
  };
}
