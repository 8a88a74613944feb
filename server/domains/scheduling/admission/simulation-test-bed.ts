import { silentLog } from "../../../../test/support/database.ts";
import type { Database } from "../../../db/open.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { openSessionBed, type SessionBed } from "../../sessions/sessions/session-test-bed.ts";
import { sessionStore } from "../../sessions/sessions/store.ts";
import { type AdmissionService, admissionService } from "./index.ts";
import type { QuotaReading } from "./model.ts";
import type { AdmissionDeps, BudgetHold, Candidate } from "./ports.ts";

/** A session in the spot queue. */
export interface Queued extends Candidate {
  precedence: number;
  createdAt: number;
  isPaused: boolean;
  since: number;
}

interface Options {
  /** Before the session's turn is queued. */
  onAdmit(row: SessionRow): void;
  /** After it gave its slot up. */
  onYield(row: SessionRow): void;
  /** Whether the agent takes a while to stop. */
  stopsSlowly(): boolean;
}

/**
 * Admission on a real database and a clock that the test moves. Turns take no time, quota is what the test writes, and passes
 * run only where the service asked for one.
 */
export async function openAdmissionBed(options: Options) {
  const overrides = { priority: ["web_ui"] as readonly string[] };
  const bed = await openSessionBed({ priorityGenesis: () => overrides.priority });
  const { database, clock, sessions, events } = bed;
  const known = whatIsKnown();
  const moments = passMoments(clock);
  const stopping = new Set<number>();
  const later = afterwards();

  function admit(id: number): boolean {
    const row = sessions.byId(id);
    if (row?.waitingKind !== "spot_queue") throw new Error(`Session ${id} has its slot already`);
    if (stopping.has(id)) return false;
    later.check(() => options.onAdmit(row));
    sessions.transition(row, { kind: "turn_queued", laneFree: true, cause: "admitted" });
    return true;
  }

  const begin = (): AdmissionService =>
    admissionService({
      ...bed,
      log: silentLog,
      settings: appSettingService(bed),
      jobs: moments.jobs,
      quota: {
        reading: (runtime) => known.readings.get(runtime) ?? null,
        rate: ({ agentRuntime, model }) => known.rates.get(`${agentRuntime} ${model}`) ?? null,
        serves: () => null,
      },
      budgets: { hold: ({ id }) => known.budgets.get(id) ?? null },
      workerSlots: 100,
      firstRuntime: "claude_code",
      priorityGenesis: () => overrides.priority,
      admit,
      yieldTurn(id, { before, after }) {
        const held = database.transaction(() => {
          const row = sessions.byId(id);
          if (row?.status !== "running" || before(row) === false) return undefined;
          later.check(() => options.onYield(row));
          return turns.hold(row, after);
        });
        if (held && options.stopsSlowly()) stopping.add(id);
        return Promise.resolve(held !== undefined);
      },
      defer: later.defer,
    });
  let admission = begin();
  const turns = turnMoves(bed, () => admission);
  events.on("transitioned", (move) => admission.onTransition(move));
  events.on("ranked", (move) => admission.onRanked(move));

  return {
    ...bed,
    rows: sessionStore(database, () => overrides.priority),
    ...rowsOf(database),
    ...known,
    ask: turns.ask,
    end: turns.end,
    overrides,
    stopping,
    settle: later.settle,
    get admission(): AdmissionService {
      return admission;
    },

    /** Time goes on, and each pass that was asked for runs at its moment. */
    moveTo: (at: number): void =>
      moments.moveTo(at, () => {
        admission.pass();
        later.settle();
      }),

    /** The agent of a turn that gave its slot up has ended. */
    stopped(id: number): void {
      if (!stopping.delete(id)) return;
      const row = sessions.byId(id);
      if (row?.waitingKind === "spot_queue") database.transaction(() => admission.onHeld(row));
    },

    /** The service is killed and starts again. */
    restart(): void {
      later.forget();
      stopping.clear();
      admission = begin();
      admission.onChanged();
    },
  };
}

/** By runtime, and by session. */
const whatIsKnown = () => ({
  readings: new Map<string, QuotaReading>(),
  /** By runtime and model, as one text. */
  rates: new Map<string, number>(),
  budgets: new Map<number, BudgetHold>(),
});

/** What the queueing of turns does with a session. */
function turnMoves({ database, sessions }: SessionBed, admission: () => AdmissionService) {
  function hold(row: SessionRow, after?: (row: SessionRow) => void): SessionRow {
    const held = sessions.transition(row, { kind: "turn_held" });
    admission().onHeld(held);
    after?.(held);
    return held;
  }

  return {
    hold,
    /** The session's turn asks for its slot. */
    ask: (row: SessionRow, holdsSlot = false): SessionRow =>
      database.transaction(() =>
        admission().admits(row, { holdsSlot })
          ? sessions.transition(row, { kind: "turn_queued", laneFree: true, cause: "follow_up" })
          : hold(row),
      ),
    end(id: number): void {
      const row = sessions.byId(id);
      if (row?.status === "running") sessions.transition(row, { kind: "turn_rested" });
    },
  };
}

/** Who waits, and who runs. */
function rowsOf(database: Database) {
  const queued = database.sql.prepare<[], Omit<Queued, "isPaused"> & { state: string }>(
    `SELECT s.id, s.precedence, s.genesis, s.created_at AS createdAt, s.agent_runtime AS agentRuntime, s.model,
      s.scheduling_class AS schedulingClass, r.state, r.since
     FROM sessions AS s JOIN spot_records AS r ON r.session_id = s.id WHERE s.waiting_kind = 'spot_queue'`,
  );
  const running = database.sql
    .prepare<[], number>("SELECT id FROM sessions WHERE status = 'running'")
    .pluck();
  return {
    queued: (): Queued[] =>
      queued.all().map(({ state, ...row }) => ({ ...row, isPaused: state === "paused" })),
    running: (): number[] => running.all(),
  };
}

/** Moments for which a pass was asked: they outlive the service. */
function passMoments(clock: { at: number }) {
  const due = new Set<number>();
  const jobs: AdmissionDeps["jobs"] = {
    add(_definition, _payload, { runAt = 0 } = {}) {
      // It would run again at once, and so on.
      if (runAt <= clock.at) throw new Error("A pass was asked for at a moment that is over");
      return due.add(runAt).size;
    },
    setPriority: () => true,
  };

  function moveTo(at: number, pass: () => void): void {
    for (;;) {
      const next = Math.min(...due);
      if (next > at) break;
      due.delete(next);
      clock.at = Math.max(clock.at, next);
      pass();
    }
    clock.at = at;
  }

  return { jobs, moveTo };
}

/** What the service runs after a transaction, and what the test found wrong meanwhile. */
function afterwards() {
  let deferred: (() => void)[] = [];
  const broken: unknown[] = [];
  return {
    defer: (work: () => void): void => void deferred.push(work),
    forget(): void {
      deferred = [];
    },
    /** The service logs what a pass throws, and goes on; `settle` throws it. */
    check(work: () => void): void {
      try {
        work();
      } catch (error) {
        broken.push(error);
      }
    },
    settle(): void {
      for (let rounds = 0; deferred.length > 0; rounds += 1) {
        if (rounds > 1_000) throw new Error("Each pass asks for another one");
        deferred.shift()?.();
      }
      if (broken.length > 0) throw broken[0];
    },
  };
}

export type AdmissionBed = Awaited<ReturnType<typeof openAdmissionBed>>;
