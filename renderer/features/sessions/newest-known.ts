import type { Session } from "../../../server/domains/sessions/model.ts";

interface Known {
  /** Null once it is deleted. */
  session: Session | null;
  mark: number;
}

/**
 * What the live stream said last of each session. An answer to a request that was under way when the stream spoke
 * may be older than the stream; read through `newest`, it cannot bring a stale session back.
 */
export function newestKnown() {
  const known = new Map<number, Known>();
  let mark = 0;

  const learn = (id: number, session: Session | null): void => {
    mark += 1;
    known.set(id, { session, mark });
  };

  /** The session as the stream gave it after `since`, null when it is deleted, else as it was fetched. */
  function newest(fetched: Session, since: number): Session | null {
    const latest = known.get(fetched.id);
    return latest !== undefined && latest.mark > since ? latest.session : fetched;
  }

  return {
    learn,
    newest,
    /** Take it before a request starts. */
    mark: (): number => mark,
    /** What was learned after `since`, for a fetched list that may not know of it yet. */
    learnedSince: (since: number): Session[] =>
      [...known.values()].flatMap((entry) => (entry.mark > since && entry.session ? [entry.session] : [])),
    /** Everything is about to be fetched anew. */
    forget: (): void => known.clear(),
  };
}
