import type { Session } from "../../../server/domains/sessions/sessions/model.ts";

interface Known {
  /** Null once it is deleted. */
  session: Session | null;
  mark: number;
  /** The mark when the stream last spoke of it. */
  told: number;
}

/**
 * What the live stream said last of each session. An answer to a request that was under way when the stream spoke
 * may be older than the stream; read through `newest`, it cannot bring a stale session back, nor take back what is
 * shown ahead of an answer.
 */
export function newestKnown() {
  const known = new Map<number, Known>();
  /** What is being done with sessions and shown as done already. */
  const ahead = new Map<number, readonly Partial<Session>[]>();
  let mark = 0;

  const learn = (id: number, session: Session | null): void => {
    mark += 1;
    known.set(id, { session, mark, told: mark });
  };

  /** Counts the change as made until the function that it returns is called. */
  function foresee(id: number, change: Partial<Session>): () => void {
    ahead.set(id, [...(ahead.get(id) ?? []), change]);
    return () => {
      const left = ahead.get(id)?.filter((one) => one !== change) ?? [];
      if (left.length > 0) ahead.set(id, left);
      else ahead.delete(id);
    };
  }

  /** The session as it is shown: with everything that is foreseen of it. */
  const foreseen = (session: Session): Session =>
    ahead.get(session.id)?.reduce<Session>((shown, change) => ({ ...shown, ...change }), session) ?? session;

  /** The session as the stream gave it after `since`, null when it is deleted, else as it was fetched. */
  function newest(fetched: Session, since: number): Session | null {
    const latest = known.get(fetched.id);
    const session = latest !== undefined && latest.mark > since ? latest.session : fetched;
    return session && foreseen(session);
  }

  /** `newest` of what a change was answered with, which counts as said: what was read before cannot take it back. */
  function answered(session: Session, since: number): Session | null {
    const told = known.get(session.id)?.told ?? 0;
    if (told > since) return newest(session, since);
    mark += 1;
    known.set(session.id, { session, mark, told });
    return foreseen(session);
  }

  return {
    learn,
    newest,
    answered,
    foresee,
    foreseen,
    /** Take it before a request starts. */
    mark: (): number => mark,
    /** What was learned after `since`, for a fetched list that may not know of it yet. */
    learnedSince: (since: number): Session[] =>
      [...known.values()].flatMap((entry) =>
        entry.mark > since && entry.session ? [foreseen(entry.session)] : [],
      ),
    /** Everything is about to be fetched anew. */
    forget: (): void => known.clear(),
  };
}
