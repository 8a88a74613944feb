import { type Actor, actorName } from "../../../http/caller.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { RunningJob } from "../../../jobs/runner.ts";
import { type FirstTurnKind, hasRun, type SessionRow } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import type { MessageRow } from "../messages/index.ts";
import type { EnqueuedMessage } from "../messages/model.ts";
import { accountParks } from "./account-parks.ts";
import { activeTurns } from "./active-turns.ts";
import { stopBackgroundTask } from "./background-task.ts";
import { type BulkArchive, type BulkArchived, bulkArchive } from "./bulk-archive.ts";
import {
  type Delivered,
  type Edit,
  type Enqueued,
  type FollowUp,
  messageDelivery,
  type Outgoing,
} from "./delivery.ts";
import { turnRefusal } from "./errors.ts";
import { turnExecution } from "./execution.ts";
import { drainAfterMs, drainQueueJob } from "./jobs.ts";
import type { RestartInput, Turn } from "./model.ts";
import { parkedTurns } from "./parked-turns.ts";
import type { TurnDeps } from "./ports.ts";
import { expectsTurn, turnQueueing } from "./queueing.ts";
import { type RecoveryReport, turnRecovery } from "./recovery.ts";
import { type RefreshCounts, sessionRefresh } from "./refresh.ts";
import { changeSource, findNewSource, removeFailedClone } from "./source-change.ts";
import { stopTurn, type TurnParts } from "./stop-turn.ts";
import { turnStore } from "./store.ts";
import { text } from "./text.ts";
import { type ArchivedAt, type ArchiveOptions, trash } from "./trash.ts";
import { turnView } from "./view.ts";
import { type Yielding, yieldTurn } from "./yield-turn.ts";

/**
 * What people, callers and the job queue do to a session's turns. `reference` is a session's id or slug. Everything commits
 * before it returns, except what takes a row or a bare session id: that runs inside the caller's transaction.
 */
export interface TurnService {
  /** The newest turns, newest first. */
  list(reference: string): Turn[];
  /** The sessions that may have processes now. */
  busySessions(): number[];
  /** When the newest turns of a session started, newest first, in epoch ms. */
  begun(sessionId: number): { id: number; startedAt: number }[];
  /** Whether a message is queued, or a turn is queued or active. */
  hasWork(row: SessionRow): boolean;
  /**
   * While every thread is taken: the session whose turn started last, other than this one and those to spare. Null while a
   * thread is free.
   */
  threadVictim(
    sessionId: number,
    isSpared?: (id: number) => boolean,
  ): { id: number; title: string; startedAt: number } | null;

  /** Sends a message: now if no turn is active, else queued or by interrupting the turn. */
  followUp(reference: string, input: FollowUp, actor: Actor): Promise<Delivered>;
  /** E48: queues a message behind the turn that is active. */
  enqueue(reference: string, input: Enqueued, actor: Actor): Promise<EnqueuedMessage>;
  /** E49: changes a message that is still queued. */
  edit(reference: string, messageId: number, edit: Edit): EnqueuedMessage;
  /** E50: removes a queued message and the files that only it had. */
  withdraw(reference: string, messageId: number): Promise<void>;
  /** Interrupts the active turn to deliver a queued message now. */
  interrupt(
    reference: string,
    messageId: number,
    by?: { acting: number | null | undefined; actor: Actor },
  ): Promise<Session>;
  /** R75: reports to the session that spawned this one. */
  messageParent(reference: string, input: ParentMessage): Promise<Delivered>;
  /** Gives a session a message from the service itself. Inside the caller's transaction. */
  post(sessionId: number, message: Omit<Outgoing, "attachments" | "goal">): MessageRow;

  pause(reference: string, by: Actor): Promise<Session>;
  /** Ends one task that works in the background; the turn goes on. */
  stopBackgroundTask(reference: string, taskId: string, by: Actor): Promise<void>;
  sleep(reference: string): Session;
  /** E16. Throws 422 if it names a repository although the clone was made. */
  restart(reference: string, by: Actor, from?: RestartInput): Promise<Session>;
  /** E22: restarts a failed session; reads any other again from the CLI's files. */
  refresh(reference: string, by: Actor): Promise<{ session: Session; message: string }>;
  /** E5: refreshes failed sessions first, then idle ones, then the rest that are not archived. */
  refreshAll(by: Actor): Promise<RefreshCounts & { message: string }>;

  archive(
    reference: string,
    options: ArchiveOptions,
    by: Actor,
  ): Promise<{ session: Session; message: string; trash_after: string }>;
  bulkArchive(input: BulkArchive, by: Actor): Promise<BulkArchived>;
  unarchive(reference: string): Promise<{ session: Session; clone_restored: boolean; message: string }>;
  /** R70: ends what runs, then removes the row; the files follow as a job of the same transaction. */
  remove(reference: string): Promise<void>;

  /** Parks the session if one of its servers lacks a sign-in, or lets it continue if none does (R65). */
  reviewSignIns(row: SessionRow): SessionRow;
  /** Reviews every parked session: after a sign-in, after the catalog changed, and periodically. */
  reviewParked(): void;
  /** Resumes the sessions that wait for an account, of each runtime that has one which serves. */
  reviewAccounts(): void;
  /** How many sessions of a runtime that would resume. */
  waitingForAccount(runtime: string): number;
  /** Queues the heartbeat's nudge for an idle session. Inside the caller's transaction. */
  queueHeartbeat(row: SessionRow): SessionRow;
  /** Queues the first turn, inside the transaction that creates the session. */
  onFirstTurnRequested(request: { row: SessionRow; kind: FirstTurnKind }): void;

  /**
   * Gives a slot to the session's turn, which waits in the spot queue. False while its last turn is still being stopped.
   * Inside the caller's transaction.
   */
  admit(sessionId: number): boolean;

  /**
   * Puts the session's turn into the spot queue, and stops it if it runs. False if the session has no turn that could give up
   * a slot.
   */
  yieldTurn(sessionId: number, and: Yielding): Promise<boolean>;

  /** Job: runs a queued turn to its end. */
  execute(turnId: number, job: Pick<RunningJob, "signal" | "aside">): Promise<JobResult>;
  /** Job: queues the next message of an idle session. */
  drain(sessionId: number): JobResult;
  /** Job: archives the clone of a session that went to the trash at `archivedAt`. */
  archiveClone(sessionId: number, archivedAt: ArchivedAt): Promise<void>;
  /** Job: removes the files of a deleted session, or of one that has been in the trash since `archivedAt`. */
  removeFiles(session: { id: number; clonePath: string | null }, archivedAt: ArchivedAt): Promise<JobResult>;
  /** At start: ends every process that an earlier start left, reads what it wrote, then queues what was interrupted. */
  recover(): Promise<RecoveryReport>;
}

const mostTurns = 500;

export function turnService(deps: TurnDeps): TurnService {
  const store = turnStore(deps.database);
  const parts: TurnParts = { store, active: activeTurns(), queueing: turnQueueing(deps, store) };
  const delivery = messageDelivery(deps, parts);
  const parked = { ...parkedTurns(deps, parts), ...accountParks(deps, parts) };
  const trashBin = trash(deps, parts, parked.reviewSignIns);
  const control = turnControl(deps, parts);
  const { deliver, ...messages } = delivery;

  return {
    ...messages,
    ...trashBin,
    ...control,
    ...parked,
    ...sessionRefresh(deps, parts, control.restart),
    stopBackgroundTask: (reference, taskId, by) => stopBackgroundTask(deps, parts, { reference, taskId, by }),
    bulkArchive: (input, by) => bulkArchive(deps, trashBin.archive, { input, by }),
    hasWork: ({ id }) => store.open(id) !== undefined || deps.messages.pending(id).length > 0,
    busySessions: parts.active.busySessions,
    begun: (sessionId) =>
      store
        .list(sessionId, mostTurns)
        .flatMap(({ id, startedAt }) => (startedAt === null ? [] : [{ id, startedAt }])),

    list: (reference) => store.list(deps.sessions.find(reference).id, mostTurns).map(turnView),
    threadVictim(sessionId, isSpared = () => false) {
      if (deps.jobs.fullAt("agents") === null) return null;
      for (const { sessionId: id, startedAt } of store.underWay(sessionId)) {
        const session = deps.sessions.byId(id);
        if (session?.status === "running" && !isSpared(id)) return { id, title: session.title, startedAt };
      }
      return null;
    },
    yieldTurn: (sessionId, and) => yieldTurn(deps, parts, { ...and, sessionId }),
    queueHeartbeat: (row) => parts.queueing.queueTurn(row, "heartbeat"),
    onFirstTurnRequested({ row, kind }) {
      parts.queueing.queueTurn(row, kind, { laneFree: false });
    },
    admit(sessionId) {
      const turn = store.open(sessionId);
      const row = deps.sessions.byId(sessionId);
      if (!turn || row?.waitingKind !== "spot_queue" || parts.active.get(sessionId)) return false;
      parts.queueing.resumeTurn(turn, row, { cause: "admitted" });
      return true;
    },
    execute: turnExecution(deps, parts).execute,
    recover: turnRecovery(deps, parts).recover,
    drain: (sessionId) => drain(deps, parts, sessionId),
    messageParent: (reference, input) =>
      reportToParent(deps, { deliver, unarchive: trashBin.unarchive }, { reference, input }),
  };
}

/** Pause, sleep and restart. */
function turnControl(deps: TurnDeps, parts: TurnParts) {
  const { sessions, database, clock, sessionLog, jobs } = deps;
  const reread = (id: number): SessionRow => sessions.find(String(id));

  /** The state changes first, so that a crash while the agent is being stopped does not resume it. */
  function pause(reference: string, by: Actor): Promise<Session> {
    const session = sessions.find(reference);
    return parts.active.exclusive(session.id, async () => {
      const row = database.transaction(() => {
        const before = reread(session.id);
        const preparing = expectsTurn(before) && parts.active.get(session.id) !== undefined;
        const event = { kind: "paused", by: actorName(by), preparing } as const;
        const paused = sessions.transition(before, event, { pausedBy: "user" });
        sessionLog.note(paused.id, "info", text.log.paused(actorName(by)));
        jobs.add(drainQueueJob, { sessionId: paused.id }, { runAt: clock.now() + drainAfterMs });
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
        sessionLog.note(row.id, "info", row.pendingSleep ? text.log.willSleep : text.log.asleep);
        return sessions.view(row);
      }),

    async restart(reference: string, by: Actor, from: RestartInput = {}): Promise<Session> {
      const session = sessions.find(reference);
      if (session.status === "archived") throw turnRefusal("cannot_restart_archived");
      if (session.conversationId === null && deps.transcripts.lineCount(session.id) > 0) {
        throw turnRefusal("cannot_restart_without_id");
      }
      await findNewSource(deps, session, from);
      deps.admit();
      return parts.active.exclusive(session.id, async () => {
        await stopTurn(deps, parts, { session, reason: "restart" });
        // A clone may have been made before its turn was stopped.
        const source = await findNewSource(deps, reread(session.id), from);
        if (source !== null) await removeFailedClone(deps, reread(session.id));
        return database.transaction(() => {
          const row = source === null ? reread(session.id) : changeSource(deps, reread(session.id), source);
          sessionLog.note(row.id, "info", text.log.restarted(actorName(by)));
          deps.cancelWakes(row.id);
          // A message that arrived as the old turn ended may have started the next one.
          return sessions.view(parts.store.open(row.id) ? row : restartTurn(parts, row));
        });
      });
    },
  };
}

/** Delivers what was accepted and never arrived first, then the queue, then a nudge, then makes the clone only. */
function restartTurn({ queueing }: TurnParts, row: SessionRow): SessionRow {
  const undelivered = queueing.owesPrompt(row);
  const next = undelivered ? undefined : queueing.queueNextMessage(row);
  if (next) return next;
  const nothingToSay = row.prompt === null && !row.conversationStarted && !undelivered;
  return queueing.queueTurn(row, nothingToSay ? "clone_only" : "recovery");
}

/** No session stays idle with a message that could be delivered. */
function drain(
  { sessions, database, clock }: TurnDeps,
  { store, queueing }: TurnParts,
  sessionId: number,
): JobResult {
  return database.transaction(() => {
    const row = sessions.byId(sessionId);
    if (row?.status !== "needs_input" && row?.status !== "waiting") return undefined;
    if (!store.open(row.id)) queueing.queueNextMessage(row);
    // A pause may take longer to end its turn, and nothing else checks the queue afterwards.
    else if (!expectsTurn(row)) return { againAt: clock.now() + drainAfterMs };
    return undefined;
  });
}

interface ParentMessage {
  message: string;
  reason: string;
  force_immediate?: boolean | null | undefined;
  unarchive_parent?: boolean | null | undefined;
}

/** R75: the report names the child; both session logs name the other session. */
async function reportToParent(
  { sessions, sessionLog, admit }: TurnDeps,
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
  admit();
  const parent = sessions.find(String(parentId));
  if (parent.status === "archived" && input.unarchive_parent === true) {
    // It would come back as failed, so refuse before changing anything.
    if (parent.archivedFrom === "failed" && hasRun(parent))
      throw turnRefusal("parent_unavailable", { status: text.failedBeforeArchive });
    await use.unarchive(String(parentId));
  }
  const { status } = sessions.find(String(parentId));
  if (status === "archived" || status === "failed") throw turnRefusal("parent_unavailable", { status });
  const outgoing = {
    content: text.report(child, input),
    goal: null,
    sender: text.reportSender(child.id),
    attachments: [],
  };
  const answer = await use.deliver(parentId, outgoing, input.force_immediate === true);
  sessionLog.note(child.id, "info", text.log.reported(parentId, input.reason));
  sessionLog.note(parentId, "info", text.log.childReported(child.id, input.reason));
  return answer;
}
