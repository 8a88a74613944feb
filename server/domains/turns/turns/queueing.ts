import { type SessionChanges, type SessionRow, turnKinds } from "../../sessions/sessions/index.ts";
import type { MessageRow } from "../messages/index.ts";
import { runTurnJob } from "./jobs.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnKind, TurnRow, TurnStore } from "./store.ts";
import { text } from "./text.ts";

/** A new turn clears how the last one ended. */
const clearedEnding = {
  failureReason: null,
  failureDetail: null,
  pausedBy: null,
  oauthRequiredServers: [],
  retryAt: null,
  runningJobId: null,
} satisfies SessionChanges;

/** Before any other job of the lane: a session keeps its thread from one turn to its next. */
const nextTurnPriority = 8_000_000_000;

/** Whether a turn of the session is queued or active. An idle or sleeping session has none, though one may still be ending. */
export const expectsTurn = ({ status, waitingKind, blockedOnElicitation }: SessionRow): boolean =>
  status === "running" ||
  blockedOnElicitation ||
  (status === "waiting" && turnKinds.some((kind) => kind === waitingKind));

/** Queues turns on the agents lane. Everything here runs inside the caller's transaction. */
export function turnQueueing(deps: TurnDeps, store: TurnStore) {
  const { sessions, messages, jobs, clock, sessionLog } = deps;

  const addTurn = (session: SessionRow, kind: TurnKind): TurnRow =>
    store.insert({ sessionId: session.id, kind, state: "queued", createdAt: clock.now() });

  /** Keeps a turn without a job until the gate admits it. */
  function hold(session: SessionRow, changes: SessionChanges): SessionRow {
    const row = sessions.transition(session, { kind: "turn_held" }, { ...changes, jobId: null });
    deps.gate.onHeld(row);
    return row;
  }

  /**
   * Queues a turn and moves the session. It reads `running` at once when a thread of the lane is free
   * (docs/decisions/0014), else `waiting`; a clone-only turn leaves an idle session as it is. A spot session may have to
   * wait in the spot queue.
   */
  function queueTurn(session: SessionRow, kind: TurnKind, options: { laneFree?: boolean } = {}): SessionRow {
    // The caller holds a thread until its job returns; no other turn may take it in between.
    const holdsSlot = options.laneFree === true;
    if (kind !== "clone_only" && !deps.gate.admits(session, { holdsSlot })) {
      addTurn(session, kind);
      return hold(session, clearedEnding);
    }
    const laneFree = !jobs.isHeld("agents") && (options.laneFree ?? jobs.hasRoom("agents"));
    const priority = holdsSlot ? nextTurnPriority : deps.gate.lanePriority(session);
    const jobId = jobs.add(runTurnJob, { turnId: addTurn(session, kind).id }, { priority });
    if (kind === "clone_only" && session.status === "needs_input") return sessions.write(session, { jobId });
    return sessions.transition(
      session,
      { kind: "turn_queued", laneFree, cause: kind },
      { ...clearedEnding, jobId },
    );
  }

  /** Queues a turn again that was kept without a job. An admitted one has passed the gate. */
  function resumeTurn(
    turn: TurnRow,
    session: SessionRow,
    { cause, changes = {} }: { cause: "consented" | "account_serves" | "admitted"; changes?: SessionChanges },
  ): SessionRow {
    if (cause !== "admitted" && !deps.gate.admits(session, { holdsSlot: false }))
      return hold(session, changes);
    const laneFree = jobs.hasRoom("agents");
    const priority = deps.gate.lanePriority(session);
    // Without its key: the job that ran the turn until it was parked may still have it.
    const jobId = jobs.add(runTurnJob, { turnId: turn.id }, { key: null, priority });
    const { pendingSleep } = session;
    return sessions.transition(
      session,
      { kind: "turn_queued", laneFree, cause },
      { ...changes, retryAt: null, jobId, pendingSleep },
    );
  }

  /** Takes a message off the queue for the next turn, with its goal. */
  function takeMessage(session: SessionRow, message: MessageRow): SessionRow {
    messages.take(message);
    const { goal } = message;
    if (goal === null || goal === session.goal) return session;
    if (deps.goals.stillKnown(goal)) return sessions.write(session, { goal });
    sessionLog.note(session.id, "warning", text.log.goalLost(goal));
    return session;
  }

  /** Queues a turn for the next queued message. Returns undefined if none is queued. */
  function queueNextMessage(
    session: SessionRow,
    options: { laneFree?: boolean } = {},
  ): SessionRow | undefined {
    const [next] = messages.pending(session.id);
    return next && queueTurn(takeMessage(session, next), "follow_up", options);
  }

  /** Whether something was accepted for the agent that may not be in its conversation yet. */
  const owesPrompt = (session: SessionRow): boolean =>
    (!session.promptDelivered && session.prompt !== null) || messages.underway(session.id).length > 0;

  /** Continues a session whose turn was stopped for a message that is gone. */
  function continueSession(session: SessionRow): SessionRow {
    if (!expectsTurn(session)) return session;
    if (owesPrompt(session)) return queueTurn(session, "recovery");
    return queueNextMessage(session) ?? sessions.transition(session, { kind: "turn_rested" });
  }

  /** Ends a turn that no process is working on, and removes its job. */
  function dropTurn(turn: TurnRow, session: SessionRow): void {
    store.update(turn.id, { state: "ended", outcome: "interrupted", endedAt: clock.now() });
    const job = session.jobId ?? session.runningJobId;
    if (job !== null) jobs.remove(job);
  }

  return {
    queueTurn,
    resumeTurn,
    hold,
    takeMessage,
    queueNextMessage,
    owesPrompt,
    continueSession,
    dropTurn,
  };
}

export type TurnQueueing = ReturnType<typeof turnQueueing>;
