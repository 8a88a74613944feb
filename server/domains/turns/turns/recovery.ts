import { endAgentProcesses } from "../../../lib/processes/index.ts";
import { type SessionChanges, type SessionRow, turnKinds } from "../../sessions/sessions/index.ts";
import { isParkedForAccount } from "./account-parks.ts";
import { takeBackLeftovers } from "./agent-access.ts";
import { isParkedForSignIn } from "./parked-turns.ts";
import type { TurnDeps } from "./ports.ts";
import { expectsTurn, type TurnQueueing } from "./queueing.ts";
import { returnUndelivered } from "./stop-turn.ts";
import type { TurnRow, TurnStore } from "./store.ts";
import { text } from "./text.ts";
import { turnSync } from "./transcript-sync.ts";

export interface RecoveryReport {
  processesLeft: number;
  turnsResumed: number;
  sessionsRepaired: number;
}

/**
 * Runs before the service takes work: ends the processes that an earlier start left, reads what their agents still wrote,
 * and corrects every session's state. Safe to be killed and run again at any point.
 */
export function turnRecovery(deps: TurnDeps, parts: { store: TurnStore; queueing: TurnQueueing }) {
  const { sessions, database, workspaces, log } = deps;
  const { store, queueing } = parts;
  const repairSessions = sessionRepair(deps, parts);

  async function recover(): Promise<RecoveryReport> {
    const left = await endAgentProcesses({ markerPrefix: workspaces.marker() });
    if (left.length > 0)
      log.error({ pids: left.map(({ pid }) => pid) }, "agent processes could not be ended");
    await deps.limits.sweep();
    await deps.accounts.recover(workspaces.home);
    await takeBackLeftovers(
      deps,
      store.allOpen().map(({ sessionId }) => sessionId),
    );
    await workspaces.sweepLeftovers().catch((error: unknown) => {
      log.error({ err: error }, "leftovers of clones not removed");
    });
    let turnsResumed = 0;
    for (const turn of store.allOpen()) {
      await readLastLines(deps, turn);
      if (database.transaction(() => resumeOpenTurn(turn))) turnsResumed += 1;
    }
    const sessionsRepaired = database.transaction(repairSessions);
    return { processesLeft: left.length, turnsResumed, sessionsRepaired };
  }

  /** Whether the turn continues in this start; false if a person had already stopped it. */
  function resumeOpenTurn(turn: TurnRow): boolean {
    const session = sessions.byId(turn.sessionId);
    if (!session) return false;
    const archived = session.status === "archived";
    const wanted = turn.kind === "clone_only" || expectsTurn(session);
    if (!wanted || archived) {
      queueing.dropTurn(turn, session);
      returnUndelivered(deps, { id: session.id, reason: archived ? "archive" : "pause" });
      sessions.write(session, { jobId: null, runningJobId: null });
      return false;
    }
    if (session.waitingKind === "spot_queue") return keepHeld(turn, session);
    const jobs = { jobId: session.jobId ?? session.runningJobId, runningJobId: null };
    if (turn.kind === "heartbeat" && turn.state !== "running") {
      queueing.dropTurn(turn, session);
      if (queueing.queueNextMessage(session, { laneFree: false })) return true;
      sessions.transition(session, { kind: "turn_rested" }, { jobId: null, runningJobId: null });
      return false;
    }
    // A heartbeat comes again on schedule: its turn continues, but the nudge is not sent twice (R201).
    const kind = turn.kind === "heartbeat" ? "recovery" : turn.kind;
    store.update(turn.id, { state: "queued", pid: null, kind });
    if (turn.kind === "clone_only" || session.status === "waiting") sessions.write(session, jobs);
    else requeue(turn, session, jobs);
    return true;
  }

  /** The service may have died between holding the turn and ending its process. The admission pass continues it. */
  function keepHeld(turn: TurnRow, session: SessionRow): boolean {
    const job = session.jobId ?? session.runningJobId;
    if (job !== null) deps.jobs.remove(job);
    store.update(turn.id, {
      state: "queued",
      pid: null,
      ...(turn.state === "running" && { kind: "recovery" }),
    });
    sessions.write(session, { jobId: null, runningJobId: null });
    return true;
  }

  function requeue(turn: TurnRow, session: SessionRow, jobs: SessionChanges): void {
    if (turn.state !== "queued") deps.sessionLog.note(session.id, "warning", text.log.continuedAtStart);
    const [next] = queueing.owesPrompt(session) ? [] : deps.messages.pending(session.id);
    if (next) {
      // A queued message is worth more than a nudge, and gets its own turn.
      queueing.dropTurn(turn, session);
      queueing.queueTurn(queueing.takeMessage(session, next), "follow_up", { laneFree: false });
      return;
    }
    const { pendingSleep } = session;
    const event = { kind: "turn_queued", laneFree: false, cause: "service_started" } as const;
    sessions.transition(session, event, { ...jobs, pendingSleep });
  }

  return { recover };
}

/** Corrects sessions that no turn moves any more. */
function sessionRepair(deps: TurnDeps, { store, queueing }: { store: TurnStore; queueing: TurnQueueing }) {
  const { sessions } = deps;

  /** Corrects sessions whose state names a turn that does not exist, and idle ones with a message still queued. */
  function repairSessions(): number {
    const queued = deps.messages.sessionsWithPending().flatMap((id) => sessions.byId(id) ?? []);
    const stopped = queued.filter(({ status }) => status === "needs_input");
    const waiting = sessions
      .waiting(turnKinds)
      .filter((session) => !isParkedForSignIn(session) && !isParkedForAccount(session));
    const running = [...sessions.withStatus("running"), ...sessions.blocked()];
    const idle = stopped.filter(({ blockedOnElicitation }) => !blockedOnElicitation);
    const withoutTurn = [...running, ...waiting, ...idle].filter(({ id }) => store.open(id) === undefined);
    return withoutTurn.filter(repairSession).length;
  }

  /** Queues what an interrupt or a restart had stopped and not queued again yet. */
  function repairSession(session: SessionRow): boolean {
    if (session.pausedBy === null && queueing.queueNextMessage(session, { laneFree: false })) return true;
    if (session.status === "needs_input" && !session.blockedOnElicitation) return false;
    if (queueing.owesPrompt(session)) {
      queueing.queueTurn(session, "recovery", { laneFree: false });
      return true;
    }
    deps.sessionLog.note(session.id, "warning", text.log.idleAtStart);
    sessions.transition(session, { kind: "turn_rested" }, { jobId: null, runningJobId: null });
    return true;
  }

  return repairSessions;
}

/** Reads the last lines of a dead agent: they decide whether its prompt arrived. */
async function readLastLines(deps: TurnDeps, turn: TurnRow): Promise<void> {
  const { sessions, workspaces, log } = deps;
  const session = sessions.byId(turn.sessionId);
  const runtime = session && deps.runtimes.find(({ id }) => id === session.agentRuntime);
  if (!session || !runtime || session.clonePath === null || turn.prompt === null) return;
  const workspace = { cwd: session.clonePath, home: workspaces.home(session.id) };
  const read = { sessionId: session.id, runtime, workspace, prompt: turn.prompt };
  await turnSync(deps, read)
    .finish(false)
    .catch((error: unknown) => {
      log.error({ err: error, session: session.id }, "last lines not read");
    });
}
