import type { Session } from "../../../server/domains/sessions/sessions/model.ts";

interface Known {
  /** Null once it is deleted. */
  session: Session | null;
  mark: number;
  /** The mark when the stream last spoke of it. */
  streamedAt: number;
}

/**
 * What the live stream said last of each session. An answer to a request that was under way when the stream spoke
 * may be older than the stream; read through `newest`, it cannot bring a stale session back, nor take back what is
 * shown ahead of an answer.
 */
export function createLiveSessions() {
  const known = new Map<number, Known>();
  /** What is being done with sessions and shown as done already. */
  const optimisticChanges = new Map<number, readonly Partial<Session>[]>();
  let mark = 0;

  const receive = (id: number, session: Session | null): void => {
    mark += 1;
    known.set(id, { session, mark, streamedAt: mark });
  };

  /** Counts the change as made until the function that it returns is called. */
  function addOptimistic(id: number, change: Partial<Session>): () => void {
    optimisticChanges.set(id, [...(optimisticChanges.get(id) ?? []), change]);
    return () => {
      const left = optimisticChanges.get(id)?.filter((one) => one !== change) ?? [];
      if (left.length > 0) optimisticChanges.set(id, left);
      else optimisticChanges.delete(id);
    };
  }

  /** The session as it is shown: with everything that is foreseen of it. */
  const withOptimistic = (session: Session): Session =>
    optimisticChanges
      .get(session.id)
      ?.reduce<Session>((shown, change) => ({ ...shown, ...change }), session) ?? session;

  /** The session as the stream gave it after `since`, null when it is deleted, else as it was fetched. */
  function newest(fetched: Session, since: number): Session | null {
    const latest = known.get(fetched.id);
    const session = latest !== undefined && latest.mark > since ? latest.session : fetched;
    return session && withOptimistic(session);
  }

  /** `newest` of what a change was answered with, which counts as said: what was read before cannot take it back. */
  function acceptResponse(session: Session, since: number): Session | null {
    const streamedAt = known.get(session.id)?.streamedAt ?? 0;
    if (streamedAt > since) return newest(session, since);
    mark += 1;
    known.set(session.id, { session, mark, streamedAt });
    return withOptimistic(session);
  }

  return {
    receive,
    newest,
    acceptResponse,
    addOptimistic,
    withOptimistic,
    /** Take it before a request starts. */
    mark: (): number => mark,
    /** What was learned after `since`, for a fetched list that may not know of it yet. */
    receivedSince: (since: number): Session[] =>
      [...known.values()].flatMap((entry) =>
        entry.mark > since && entry.session ? [withOptimistic(entry.session)] : [],
      ),
    /** Everything is about to be fetched again. */
    clear: (): void => known.clear(),
  };
}

/** The board's one instance: queries read through it, the event stream writes to it. */
export const liveSessions = createLiveSessions();
