import { type Actor, actorName } from "../../../http/caller.ts";
import { type FirstTurnKind, hasRun, type SessionRow } from "../sessions/index.ts";
import type { Session } from "../sessions/model.ts";
import { activeTurns } from "./active-turns.ts";
import { type BulkArchive, bulkArchive } from "./bulk-archive.ts";
import { type Delivered, messageDelivery } from "./delivery.ts";
import { turnRefusal } from "./errors.ts";
import { type JobResult, turnExecution } from "./execution.ts";
import type { Turn } from "./model.ts";
import { parkedTurns } from "./parked-turns.ts";
import { bulkTurnControl } from "./pause-all.ts";
import type { TurnDeps } from "./ports.ts";
import { drainJob, isAtWork, turnQueueing } from "./queueing.ts";
import { turnRecovery } from "./recovery.ts";
import { sessionRefresh } from "./refreshing.ts";
import { stopTurn, type TurnParts } from "./stopping.ts";
import { turnStore } from "./store.ts";
import { trash } from "./trash.ts";
import { turnView } from "./view.ts";

export type TurnService = ReturnType<typeof turnService>;

/** A paused session takes up what is still queued after this, unless the person withdraws it. */
const drainAfterMs = 10_000;

const mostTurns = 500;

/** What people and callers do to a session's turns. Each answer is committed before it is given. */
export function turnService(deps: TurnDeps) {
  const store = turnStore(deps.database);
  const parts: TurnParts = { store, live: activeTurns(), queueing: turnQueueing(deps, store) };
  const delivery = messageDelivery(deps, parts);
  const consent = parkedTurns(deps, parts);
  const bin = trash(deps, parts, consent.reviewConsent);
  const control = turnControl(deps, parts);
  const { deliver, ...messages } = delivery;

  return {
    ...messages,
    ...bin,
    ...control,
    ...bulkTurnControl(deps, control),
    ...consent,
    ...sessionRefresh(deps, parts, control.restart),
    bulkArchive: (input: BulkArchive, by: Actor) => bulkArchive(deps, bin.archive, { input, by }),
    /** A message waits for it, or a turn is queued or under way. */
    hasWork: ({ id }: SessionRow): boolean =>
      store.open(id) !== undefined || deps.messages.pending(id).length > 0,
    /** When the newest turns of a session began that did, newest first; in milliseconds. */
    begun: (sessionId: number): { id: number; startedAt: number }[] =>
      store
        .list(sessionId, mostTurns)
        .flatMap(({ id, startedAt }) => (startedAt === null ? [] : [{ id, startedAt }])),

    /** The newest turns, newest first. */
    list: (reference: string): Turn[] =>
      store.list(deps.sessions.find(reference).id, mostTurns).map(turnView),
    /** Whose turn began last, of the others, while every thread is taken; null while one is free. */
    laneTaker(sessionId: number): { id: number; title: string; startedAt: number } | null {
      const newest = deps.jobs.isFull("agents") ? store.newestUnderWay(sessionId) : undefined;
      const session = newest && deps.sessions.byId(newest.sessionId);
      if (!newest || session?.status !== "running") return null;
      return { id: session.id, title: session.title, startedAt: newest.startedAt };
    },
    /** Gives a session that rests the nudge of its heartbeat. Inside the transaction that decided on it. */
    queueHeartbeat: (row: SessionRow): SessionRow => parts.queueing.queueTurn(row, "heartbeat"),
    onFirstTurnRequested({ row, kind }: { row: SessionRow; kind: FirstTurnKind }): void {
      parts.queueing.queueTurn(row, kind, { laneFree: false });
    },
    execute: turnExecution(deps, parts).execute,
    recover: turnRecovery(deps, parts).recover,
    drain: (sessionId: number): JobResult => drain(deps, parts, sessionId),
    messageParent: (reference: string, input: ParentMessage): Promise<Delivered> =>
      reportToParent(deps, { deliver, unarchive: bin.unarchive }, { reference, input }),
  };
}

/** Pause, sleep and restart. */
function turnControl(deps: TurnDeps, parts: TurnParts) {
  const { sessions, database, clock, sessionLog, jobs } = deps;
  const reread = (id: number): SessionRow => sessions.find(String(id));

  /** The state changes first, so that a crash while the agent is being stopped does not resume it. */
  function pause(reference: string, by: Actor): Promise<Session> {
    const session = sessions.find(reference);
    return parts.live.exclusive(session.id, async () => {
      const row = database.transaction(() => {
        const event = { kind: "paused", by: actorName(by) } as const;
        const paused = sessions.transition(reread(session.id), event, { pausedBy: "user" });
        sessionLog.note(paused.id, "info", `Paused by ${actorName(by)}`);
        const payload = { sessionId: paused.id };
        jobs.add({ kind: drainJob, payload, key: `drain:${paused.id}`, runAt: clock.now() + drainAfterMs });
        return paused;
      });
      await stopTurn(deps, parts, { session: row, reason: "pause" });
      return sessions.view(reread(row.id));
    });
  }

  return {
    pause,

    sleep: (reference: string): Session =>
      database.transaction(() => {
        const row = sessions.transition(sessions.find(reference), { kind: "sleep" });
        sessionLog.note(row.id, "info", row.pendingSleep ? "Goes to sleep at the end of its turn" : "Asleep");
        return sessions.view(row);
      }),

    restart(reference: string, by: Actor): Promise<Session> {
      const session = sessions.find(reference);
      if (session.status === "archived") throw turnRefusal("cannot_restart_archived");
      if (session.conversationId === null && deps.transcripts.lineCount(session.id) > 0) {
        throw turnRefusal("cannot_restart_without_id");
      }
      return parts.live.exclusive(session.id, async () => {
        await stopTurn(deps, parts, { session, reason: "restart" });
        return database.transaction(() => {
          const row = reread(session.id);
          sessionLog.note(row.id, "info", `Restarted by ${actorName(by)}`);
          deps.cancelWakes(row.id);
          // A message that came the moment the old turn ended has begun the next one already.
          return sessions.view(parts.store.open(row.id) ? row : restartTurn(parts, row));
        });
      });
    },
  };
}

/** What was accepted and never arrived goes first, then the queue, then a nudge, then the set-up alone. */
function restartTurn({ queueing }: TurnParts, row: SessionRow): SessionRow {
  const undelivered = queueing.owesPrompt(row);
  const next = undelivered ? undefined : queueing.queueNextMessage(row);
  if (next) return next;
  const nothingToSay = row.prompt === null && !row.conversationStarted && !undelivered;
  return queueing.queueTurn(row, nothingToSay ? "clone_only" : "recovery");
}

/** No session rests with a message that could be delivered. */
function drain(
  { sessions, database, clock }: TurnDeps,
  { store, queueing }: TurnParts,
  sessionId: number,
): JobResult {
  return database.transaction(() => {
    const row = sessions.byId(sessionId);
    if (row?.status !== "needs_input" && row?.status !== "waiting") return undefined;
    if (!store.open(row.id)) queueing.queueNextMessage(row);
    // A pause may take longer to end its turn, and nobody else looks at the queue afterwards.
    else if (!isAtWork(row)) return { againAt: clock.now() + drainAfterMs };
    return undefined;
  });
}

interface ParentMessage {
  message: string;
  reason: string;
  force_immediate?: boolean | null | undefined;
  unarchive_parent?: boolean | null | undefined;
}

/** R75. The child's report reads as such; both timelines name the other session. */
async function reportToParent(
  { sessions, sessionLog }: TurnDeps,
  use: {
    deliver: ReturnType<typeof messageDelivery>["deliver"];
    unarchive(reference: string): Promise<unknown>;
  },
  { reference, input }: { reference: string; input: ParentMessage },
): Promise<Delivered> {
  const child = sessions.find(reference);
  const parentId = child.parentSessionId;
  if (parentId === null) throw turnRefusal("no_parent");
  if (parentId === child.id) throw turnRefusal("own_parent");
  const parent = sessions.find(String(parentId));
  if (parent.status === "archived" && input.unarchive_parent === true) {
    // It would come back failed, and a refusal changes nothing.
    const had = "archived and had failed before";
    if (parent.archivedFrom === "failed" && hasRun(parent))
      throw turnRefusal("parent_unavailable", { status: had });
    await use.unarchive(String(parentId));
  }
  const { status } = sessions.find(String(parentId));
  if (status === "archived" || status === "failed") throw turnRefusal("parent_unavailable", { status });
  const heading = `[Message from child session ${child.id} "${child.title}", reason: ${input.reason}]`;
  const outgoing = {
    content: `${heading}\n\n${input.message}`,
    goal: null,
    sender: `session ${child.id}`,
    attachments: [],
  };
  const answer = await use.deliver(parentId, outgoing, input.force_immediate === true);
  sessionLog.note(child.id, "info", `Reported to parent session ${parentId} (${input.reason})`);
  sessionLog.note(parentId, "info", `Child session ${child.id} reported (${input.reason})`);
  return answer;
}
