import type { Sql } from "../db/open.ts";
import type { Clock } from "../lib/clock.ts";
import type { ClockJump } from "../lib/clock-watch.ts";
import type { Logger } from "../lib/logger.ts";
import { type Tracing, untraced } from "../lib/tracing.ts";
import { jobActivity } from "./activity.ts";
import type { JobDefinition } from "./definition.ts";
import { type QueueInspection, queueInspection } from "./inspection.ts";
import { lanePump } from "./lane-pump.ts";
import { type Lane, laneNames, lanes } from "./lanes.ts";
import { type JobHandler, type JobRun, jobHandler, jobRunner } from "./runner.ts";
import { type JobStore, jobStore } from "./store.ts";

export interface AddJobOptions {
  /** Epoch milliseconds; now by default. */
  runAt?: number;
  /** Instead of the definition's key; null for none. */
  key?: string | null;
  /** Higher runs first; 0 by default. */
  priority?: number;
}

export interface JobQueue {
  /** Registers the function that runs a kind of job. Every kind has its handler before `start`. */
  handle<Payload extends object>(definition: JobDefinition<Payload>, run: JobRun<Payload>): void;
  /** The id of the new job, or of the unfinished one that already has its key. */
  add<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
    options?: AddJobOptions,
  ): number;
  /** Removes a job that was not claimed yet, or whose work no longer matters. False when there is no such job. */
  remove(id: number): boolean;
  /** Removes the jobs of a kind that were not claimed yet and that are about this, such as a session. */
  removeAbout<Payload extends object>(
    definition: JobDefinition<Payload>,
    field: keyof Payload & string,
    value: number,
  ): void;
  /** Makes a job due that was to run later; false when there is no such job. */
  runNow(id: number): boolean;
  /** Moves a job within its lane; false when it was claimed already. */
  setPriority(id: number, priority: number): boolean;
  /** How many jobs there are, failed ones included. */
  count(): number;
  /** What a person reads of the queue, and changes in it. */
  readonly inspection: QueueInspection;
  /**
   * Releases the claims of earlier starts, adds the recurring jobs and begins to run jobs. `beforeClaim` is called before each
   * look for a job that is due.
   */
  start(beforeClaim?: () => void): { released: number };
  /** The newest time that the rows know of, epoch ms: the clock cannot have shown less. */
  newestTime(): number;
  /** The machine's clock was set: what was to run in some seconds still does, whatever the clock says now. */
  clockMoved(jump: ClockJump): void;
  /** Claims no job of the lane until it is released; those that run continue. */
  setHeld(lane: Lane, held: boolean): void;
  isHeld(lane: Lane): boolean;
  /** How many of its jobs run at once if no more may; null while one more may. */
  fullAt(lane: Lane): number | null;
  /** How many jobs of the lane run at once. */
  capacity(lane: Lane): number;
  /** A thread of the lane is free now, and no job that is due waits for it. */
  hasRoom(lane: Lane): boolean;
  /** Claims no more jobs and waits for those that run. */
  stop(): Promise<void>;
}

/**
 * The durable queue and its runner. `add` inside a transaction makes the job part of it: this is the outbox.
 * Claims carry the id of this start (`boot`), so `start` can release those of a start that has died.
 */
export function jobQueue(deps: {
  sql: Sql;
  clock: Clock;
  log: Logger;
  boot: string;
  capacity?: Partial<Record<Lane, number>>;
  tracing?: Tracing;
}): JobQueue {
  const { sql, clock, log, boot, tracing = untraced } = deps;
  const store = jobStore(sql);
  const { handlers, addRecurring, recurringMs, wallClock, handle } = jobKinds();
  const stopping = new AbortController();
  const held = new Set<Lane>();
  const capacity = (lane: Lane): number => deps.capacity?.[lane] ?? lanes[lane];
  const activity = jobActivity({ clock });
  const shared = { store, clock, log, handlers, activity, tracing };
  const runner = { ...shared, stopping: stopping.signal, isOpen: () => sql.open };
  const isHeld = (lane: Lane): boolean => held.has(lane);
  const pump = lanePump({
    capacity,
    claim: (lane) => (held.has(lane) ? undefined : store.claim(lane, clock.now(), boot)),
    execute: jobRunner(runner),
    nextDue: (lane) => (held.has(lane) ? null : store.nextDue(lane)),
    now: clock.now,
    onError: (error) => log.error({ err: error }, "no jobs could be claimed"),
  });

  const ofLanes = { threads: capacity, running: pump.running, isHeld, hint: pump.hint };
  const inspection = queueInspection({ sql, clock, activity, recurringMs, ofLanes });

  function add<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
    options: AddJobOptions = {},
  ): number {
    const { kind, lane, maxAttempts } = definition;
    if (!handlers.has(kind)) throw new Error(`No such job kind: ${kind}`);
    const { key = definition.key(payload), priority = 0 } = options;
    const now = clock.now();
    const runAt = options.runAt ?? now;
    const stored = JSON.stringify(payload);
    const id = store.insert({ lane, kind, payload: stored, key, priority, runAt, maxAttempts, now });
    pump.hint(lane);
    return id;
  }

  /** Set ahead, the clock makes jobs run early. What must not happen early looks at its own time. */
  function clockMoved({ byMs, now }: ClockJump): void {
    if (byMs < 0) store.bringForward(-byMs, now, wallClock);
    laneNames.forEach(pump.hint);
  }

  return {
    clockMoved,
    handle,
    add,
    ...singleJobs({ store, now: clock.now, hint: () => laneNames.forEach(pump.hint) }),
    inspection,
    newestTime: () => store.lastKnown(recurringMs),
    start(beforeClaim) {
      const released = sql.transaction(() => {
        const claims = store.releaseOthers(boot, clock.now());
        for (const addTo of addRecurring) addTo(add, clock.now());
        return claims;
      })();
      pump.start(beforeClaim);
      return { released };
    },
    setHeld(lane, to) {
      held[to ? "add" : "delete"](lane);
      pump.hint(lane);
    },
    isHeld,
    capacity,
    fullAt: (lane) => (pump.running(lane) >= capacity(lane) ? capacity(lane) : null),
    hasRoom: (lane) => !held.has(lane) && pump.running(lane) + store.due(lane, clock.now()) < capacity(lane),
    async stop() {
      stopping.abort();
      await pump.stop();
    },
  };
}

/** What callers do with a job that was added. */
function singleJobs(of: {
  store: JobStore;
  now(): number;
  hint(): void;
}): Pick<JobQueue, "count" | "remove" | "removeAbout" | "runNow" | "setPriority"> {
  const { store } = of;
  return {
    count: () => store.count(),
    remove: (id) => store.remove(id),
    removeAbout: ({ kind }, field, value) => store.finishReady(kind, field, value),
    setPriority: (id, priority) => store.setPriority(id, priority),
    runNow(id) {
      const moved = store.runNow(id, of.now());
      if (moved) of.hint();
      return moved;
    },
  };
}

/** The kinds of jobs that have a handler. */
function jobKinds() {
  const handlers = new Map<string, JobHandler>();
  const addRecurring: ((add: JobQueue["add"], now: number) => void)[] = [];
  const recurringMs = new Map<string, number>();
  const wallClock: string[] = [];
  const handle: JobQueue["handle"] = (definition, run) => {
    const { kind, recurring } = definition;
    if (handlers.has(kind)) throw new Error(`The job kind ${kind} has a handler already`);
    handlers.set(kind, jobHandler(definition, run));
    if (definition.wallClock) wallClock.push(kind);
    if (recurring === null) return;
    recurringMs.set(kind, recurring.everyMs);
    addRecurring.push(
      (add, now) => void add(definition, recurring.payload, { runAt: now + recurring.firstAfterMs }),
    );
  };
  return { handlers, addRecurring, recurringMs, wallClock, handle };
}
