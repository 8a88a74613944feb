import type { JobResult } from "../../../jobs/definition.ts";
import type { RunningJob } from "../../../jobs/runner.ts";
import { noteStep } from "../../../lib/steps.ts";
import { untraced } from "../../../lib/tracing.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { parkForAccount } from "./account-parks.ts";
import type { ActiveTurn } from "./active-turns.ts";
import { parkTurn } from "./parked-turns.ts";
import type { TurnDeps } from "./ports.ts";
import { cloneFailed } from "./rules.ts";
import { type RunResult, turnRunner } from "./runner.ts";
import { returnUndelivered, type TurnParts } from "./stop-turn.ts";
import type { TurnRow } from "./store.ts";
import { text } from "./text.ts";

/** Runs a turn's job and writes how it ended, in one transaction with what follows from it. */
export function turnExecution(deps: TurnDeps, parts: TurnParts) {
  const { sessions, database, clock } = deps;
  const { store, active } = parts;
  const runner = turnRunner(deps, store);
  const settle = turnSettlement(deps, parts);

  async function execute(
    turnId: number,
    { signal, aside }: Pick<RunningJob, "signal" | "aside">,
  ): Promise<JobResult> {
    const turn = store.find(turnId);
    const session = turn && sessions.byId(turn.sessionId);
    if (!turn || !session || turn.state === "ended") return undefined;
    if (signal.aborted) return { againAt: clock.now() };
    // It was held after its job was claimed, and keeps its turn without a job.
    if (session.waitingKind === "spot_queue") return undefined;
    if (database.transaction(() => heldAtRetry(turn, session))) return undefined;
    noteStep("job started");
    const mine = active.begin(session.id, turn.id);
    const stopForShutdown = () => void mine.stop("shutdown");
    signal.addEventListener("abort", stopForShutdown, { once: true });
    try {
      const facts = {
        "signalbox.session": session.id,
        "signalbox.turn": turn.id,
        "signalbox.kind": turn.kind,
      };
      const result = await (deps.tracing ?? untraced).during("turn", facts, () =>
        runSafely(turn, mine, aside),
      );
      return database.sql.open ? database.transaction(() => settle(turn, mine, result)) : undefined;
    } finally {
      signal.removeEventListener("abort", stopForShutdown);
      active.end(session.id, mine);
    }
  }

  /** A turn that was put off gave its slot back, and asks for one again. */
  function heldAtRetry(turn: TurnRow, session: SessionRow): boolean {
    const isPutOff = session.waitingKind === "held" || session.waitingKind === "parked";
    if (!isPutOff || turn.kind === "clone_only" || deps.gate.admits(session, { holdsSlot: false }))
      return false;
    parts.queueing.hold(session, { runningJobId: null, retryAt: null });
    return true;
  }

  /** A bug in our own code fails the session with its reason, rather than leaving it running forever. */
  async function runSafely(turn: TurnRow, mine: ActiveTurn, aside: RunningJob["aside"]): Promise<RunResult> {
    try {
      return await runner.run(turn, mine, aside);
    } catch (error) {
      deps.log.error({ err: error, session: turn.sessionId, turn: turn.id }, "turn failed with a bug");
      const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const problem = { kind: "other", message: detail.slice(0, 20_000) } as const;
      return { kind: "fail", reason: "exception", problem };
    }
  }

  return { execute };
}

type ParkedResult = Extract<RunResult, { kind: "dry" | "sign_in_required" }>;

const parks = (result: RunResult): result is ParkedResult =>
  result.kind === "dry" || result.kind === "sign_in_required";

function park(
  deps: TurnDeps,
  parts: Pick<TurnParts, "store">,
  { turn, session, result }: { turn: TurnRow; session: SessionRow; result: ParkedResult },
): undefined {
  if (result.kind === "dry") parkForAccount(deps, parts, { session, turn, message: result.message });
  else parkTurn(deps, parts, { session, turn, servers: result.servers });
}

/** Stores how a turn ended and what the session does next, in one transaction. */
function turnSettlement(deps: TurnDeps, { store, queueing }: TurnParts) {
  const { sessions, clock, sessionLog } = deps;

  function finish(session: SessionRow, result: RunResult): void {
    switch (result.kind) {
      case "rest":
        // The job holds the thread until it returns, so the session stays `running`.
        if (queueing.queueNextMessage(session, { laneFree: true })) return;
        sessions.transition(session, { kind: "turn_rested" });
        return;
      case "cloned":
        if (queueing.queueNextMessage(session)) return;
        // Only a retried clone, or a restart's, finds the session in another state.
        if (session.status === "needs_input" || session.waitingKind === "asleep") return;
        sessions.transition(
          session,
          { kind: "turn_rested" },
          { retryAt: null, failureReason: null, failureDetail: null },
        );
        return;
      case "fail": {
        const failureDetail = deps.redact(text.failure(result.problem));
        sessionLog.note(session.id, "error", text.log.failed(result.reason, failureDetail));
        sessions.transition(
          session,
          { kind: "turn_failed" },
          { failureReason: result.reason, failureDetail },
        );
        return;
      }
      default:
        return;
    }
  }

  /** A turn that gave its slot up goes on under the same row, unless it had finished already. */
  function keepForQueue({ id, kind }: TurnRow, session: SessionRow): void {
    const turn = store.find(id);
    const row = sessions.write(session, { jobId: null, runningJobId: null });
    if (turn?.outcome === "completed") {
      store.update(id, { state: "ended", endedAt: clock.now() });
      if (!queueing.queueNextMessage(row)) sessions.transition(row, { kind: "turn_rested" });
      return;
    }
    const hadAgent = turn?.state === "running";
    store.update(id, { state: "queued", pid: null, outcome: null, kind: hadAgent ? "recovery" : kind });
    deps.gate.onHeld(row);
  }

  function postpone(
    turn: TurnRow,
    session: SessionRow,
    ending: Extract<RunResult, { kind: "retry" }>,
  ): JobResult {
    const failureDetail = deps.redact(text.delay(ending.problem));
    const at = new Date(ending.at).toISOString();
    sessionLog.note(session.id, "warning", text.log.retryAt(failureDetail, at));
    // Waiting for quota does not count as a failed try.
    const isFree = ending.why === "parked" || ending.uncounted === true;
    const retries = isFree ? turn.retries : turn.retries + 1;
    store.update(turn.id, { state: "queued", retries, pid: null });
    const jobId = session.jobId ?? session.runningJobId;
    const failureReason = ending.problem.kind === "clone" ? cloneFailed : null;
    const changes = { retryAt: ending.at, jobId, runningJobId: null, failureReason, failureDetail };
    const fresh = { conversationId: null, conversationStarted: false, promptDelivered: false };
    const event = { kind: "turn_postponed", why: ending.why } as const;
    sessions.transition(session, event, { ...changes, ...(ending.fresh && fresh) });
    return { againAt: ending.at };
  }

  return function settle(turn: TurnRow, mine: ActiveTurn, result: RunResult): JobResult {
    const session = sessions.byId(turn.sessionId);
    if (!session) return undefined;
    // The next start resumes the turn from its conversation.
    if (mine.stopReason === "shutdown" && result.kind !== "rest") return { againAt: clock.now() };
    const stopReason = mine.stopReason === "shutdown" ? null : mine.stopReason;
    if (stopReason === null && result.kind === "retry") return postpone(turn, session, result);
    if (stopReason === null && parks(result)) return park(deps, { store }, { turn, session, result });
    if (stopReason === "yield" && session.waitingKind === "spot_queue") {
      keepForQueue(turn, session);
      return undefined;
    }
    store.update(turn.id, { state: "ended", endedAt: clock.now(), outcome: stopReason ?? result.kind });
    const idle = sessions.write(session, { jobId: null, runningJobId: null });
    if (stopReason === null) finish(idle, result);
    returnUndelivered(deps, { id: session.id, reason: stopReason });
    return undefined;
  };
}
