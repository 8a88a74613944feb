import type { MessageRow } from "../messages/index.ts";
import type { SessionChanges, SessionRow } from "../sessions/index.ts";
import { runTurnJob } from "./jobs.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnKind, TurnRow, TurnStore } from "./store.ts";

/** What a new turn wipes away of the last one's end. */
const cleanSlate = {
  failureReason: null,
  failureDetail: null,
  pausedBy: null,
  oauthRequiredServers: "[]",
  retryAt: null,
  runningJobId: null,
} satisfies SessionChanges;

/** The kinds of waiting that wait for a turn, as opposed to sleeping or never having been given anything to do. */
export const turnKinds = ["queued", "held", "parked"] as const;

/** A turn of the session is to come or under way; a session that rests or sleeps has none, though one may still be ending. */
export const isAtWork = ({ status, waitingKind, blockedOnElicitation }: SessionRow): boolean =>
  status === "running" ||
  blockedOnElicitation ||
  (status === "waiting" && turnKinds.some((kind) => kind === waitingKind));

/** Hands turns to the agents lane. Everything here runs inside its caller's transaction. */
export function turnQueueing(deps: TurnDeps, store: TurnStore) {
  const { sessions, messages, jobs, clock, sessionLog } = deps;

  function addTurn(session: SessionRow, kind: TurnKind, priority: number): number {
    const turn = store.insert({ sessionId: session.id, kind, state: "queued", createdAt: clock.now() });
    return jobs.add(runTurnJob, { turnId: turn.id }, { priority });
  }

  /**
   * Queues a turn and moves the session. It reads `running` at once when a thread of the lane is free
   * (docs/decisions/0014), else `waiting`; a clone alone leaves a session that rests as it is.
   */
  function queueTurn(session: SessionRow, kind: TurnKind, options: { laneFree?: boolean } = {}): SessionRow {
    const laneFree = options.laneFree ?? jobs.hasRoom("agents");
    // A caller that says so holds a thread until its job returns; no other turn may take it in between.
    const jobId = addTurn(session, kind, options.laneFree === true ? 1 : 0);
    if (kind === "clone_only" && session.status === "needs_input") return sessions.write(session, { jobId });
    return sessions.transition(
      session,
      { kind: "turn_queued", laneFree, cause: kind },
      { ...cleanSlate, jobId },
    );
  }

  /** Gives a turn that was kept without a job one again. */
  function resumeTurn(turn: TurnRow, session: SessionRow, changes: SessionChanges): SessionRow {
    const laneFree = jobs.hasRoom("agents");
    // Without its key: the job that ran the turn until it was parked may still have it.
    const jobId = jobs.add(runTurnJob, { turnId: turn.id }, { key: null });
    const { pendingSleep } = session;
    return sessions.transition(
      session,
      { kind: "turn_queued", laneFree, cause: "consented" },
      { ...changes, jobId, pendingSleep },
    );
  }

  /** Takes a message off the queue for the turn that is queued next, with the goal it carries. */
  function takeMessage(session: SessionRow, message: MessageRow): SessionRow {
    messages.take(message);
    const { goal } = message;
    if (goal === null || goal === session.goal) return session;
    if (deps.goals.stillKnown(goal)) return sessions.write(session, { goal });
    sessionLog.note(
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

  /** Something was accepted for the agent and is not known to be in its conversation. */
  const owesPrompt = (session: SessionRow): boolean =>
    (!session.promptDelivered && session.prompt !== null) || messages.underway(session.id).length > 0;

  /** What a session does whose turn was stopped for something that did not come. */
  function goOn(session: SessionRow): SessionRow {
    if (!isAtWork(session)) return session;
    if (owesPrompt(session)) return queueTurn(session, "recovery");
    return queueNextMessage(session) ?? sessions.transition(session, { kind: "turn_rested" });
  }

  /** Ends a turn that no process works on, and its job with it. */
  function dropTurn(turn: TurnRow, session: SessionRow): void {
    store.update(turn.id, { state: "ended", outcome: "interrupted", endedAt: clock.now() });
    const job = session.jobId ?? session.runningJobId;
    if (job !== null) jobs.remove(job);
  }

  return { queueTurn, resumeTurn, takeMessage, queueNextMessage, owesPrompt, goOn, dropTurn };
}

export type TurnQueueing = ReturnType<typeof turnQueueing>;
