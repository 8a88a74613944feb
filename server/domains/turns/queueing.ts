import type { MessageRow } from "../messages/index.ts";
import type { SessionChanges, SessionRow } from "../sessions/index.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnKind, TurnRow, TurnStore } from "./store.ts";

/** The name of the job that runs a turn. */
export const turnJob = "turn";
/** The name of the job that looks whether a paused session still has something queued. */
export const drainJob = "turn.drain";

/** What a new turn wipes away of the last one's end. */
const cleanSlate = {
  failureReason: null,
  failureDetail: null,
  pausedBy: null,
  retryAt: null,
  runningJobId: null,
} satisfies SessionChanges;

/** Hands turns to the agents lane. Everything here runs inside its caller's transaction. */
export function turnQueueing(deps: TurnDeps, store: TurnStore) {
  const { sessions, messages, jobs, clock, timeline } = deps;

  function addTurn(session: SessionRow, kind: TurnKind): { turn: TurnRow; jobId: number } {
    const now = clock.now();
    const turn = store.insert({ sessionId: session.id, kind, state: "queued", createdAt: now });
    const jobId = jobs.add({ kind: turnJob, payload: { turnId: turn.id }, key: `turn:${turn.id}` });
    return { turn, jobId };
  }

  /**
   * Queues a turn and moves the session. It reads `running` at once when a thread of the lane is free
   * (design decision 14), else `waiting`; a clone alone leaves the status as it is.
   */
  function queueTurn(session: SessionRow, kind: TurnKind, options: { laneFree?: boolean } = {}): SessionRow {
    const laneFree = options.laneFree ?? jobs.hasRoom("agents");
    const { jobId } = addTurn(session, kind);
    if (kind === "clone_only") return sessions.write(session, { jobId });
    return sessions.transition(session, { kind: "turn_queued", laneFree }, { ...cleanSlate, jobId });
  }

  /** Takes a message off the queue for the turn that is queued next, with the goal it carries. */
  function takeMessage(session: SessionRow, message: MessageRow): SessionRow {
    messages.take(message);
    const { goal } = message;
    if (goal === null || goal === session.goal) return session;
    if (deps.goals.stillKnown(goal)) return sessions.write(session, { goal });
    timeline.note(
      session.id,
      "warning",
      `The message's goal "${goal}" is no longer in the catalog and was left out`,
    );
    return session;
  }

  /** The next queued message becomes the next turn; undefined when none is queued. */
  function queueNextMessage(
    session: SessionRow,
    options: { laneFree?: boolean } = {},
  ): SessionRow | undefined {
    const [next] = messages.pending(session.id);
    return next && queueTurn(takeMessage(session, next), "follow_up", options);
  }

  /** Ends a turn that no process works on, and its job with it. */
  function dropTurn(turn: TurnRow, session: SessionRow): void {
    store.update(turn.id, { state: "ended", outcome: "interrupted", endedAt: clock.now() });
    const job = session.jobId ?? session.runningJobId;
    if (job !== null) jobs.remove(job);
  }

  return { queueTurn, takeMessage, queueNextMessage, dropTurn };
}

export type TurnQueueing = ReturnType<typeof turnQueueing>;
