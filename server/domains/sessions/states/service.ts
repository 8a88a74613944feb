import type { Database } from "../../../db/open.ts";
import { instant } from "../../../lib/instant.ts";
import type { SessionRow, Transition } from "../sessions/index.ts";
import type { SessionState } from "./model.ts";
import { entryOf, stateOf } from "./rules.ts";
import { type LastingState, type StateRow, sessionStateStore } from "./store.ts";

const mostRead = 5_000;

export type SessionStateService = ReturnType<typeof sessionStateService>;

/** The state history of each session. Events are stored in the transaction that changes the session. */
export function sessionStateService({ database }: { database: Database }) {
  const store = sessionStateStore(database);

  return {
    onCreated({ row }: { row: SessionRow }): void {
      const forked = row.forkedFromSessionId !== null;
      store.append({
        sessionId: row.id,
        state: stateOf(row),
        cause: forked ? "forked" : "created",
        detail: forked ? String(row.forkedFromSessionId) : null,
        at: row.createdAt,
      });
    },

    onTransition({ before, after, event }: Transition): void {
      const entry = entryOf(before, after, event);
      if (entry) store.append({ sessionId: after.id, ...entry, at: after.updatedAt });
    },

    /** The changes of all sessions since then, as far back as a limited number of them goes; the oldest first. */
    changesSince: (since: number): Pick<StateRow, "sessionId" | "state" | "cause" | "at">[] =>
      store
        .newest(mostRead)
        .filter(({ at }) => at >= since)
        .toReversed(),

    list(
      sessionId: number,
      { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
    ): { states: SessionState[]; next_before: number | null } {
      const rows = store.list(sessionId, { before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        states: page.map(view),
        next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
  };
}

const view = ({ id, state, cause, detail, at, until }: LastingState): SessionState => ({
  id,
  state,
  cause,
  detail,
  at: instant(at),
  // The machine's clock may have been set back.
  lasted_ms: until === null ? null : Math.max(until - at, 0),
});
