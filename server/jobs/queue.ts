import type { Sql } from "../db/open.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { lanePump } from "./lane-pump.ts";
import { type Lane, lanes } from "./lanes.ts";
import { type JobKind, jobRunner } from "./runner.ts";
import { jobStore } from "./store.ts";

export interface NewJob {
  kind: string;
  payload?: Record<string, unknown>;
  /** At most one unfinished job has this key; adding another returns the first. */
  key?: string;
  /** Epoch milliseconds; now unless told. */
  runAt?: number;
  priority?: number;
}

export type JobQueue = ReturnType<typeof jobQueue>;

/**
 * The durable queue and its runner. `add` inside a transaction makes the job part of it: this is the outbox.
 * Claims carry the id of this start (`boot`), so whatever a dead start held is put back by `start`.
 */
export function jobQueue(deps: {
  sql: Sql;
  clock: Clock;
  log: Logger;
  boot: string;
  capacity?: Partial<Record<Lane, number>>;
}) {
  const { sql, clock, log, boot } = deps;
  const store = jobStore(sql);
  const kinds = new Map<string, JobKind>();
  const stopping = new AbortController();
  const capacity = (lane: Lane): number => deps.capacity?.[lane] ?? lanes[lane];
  const pump = lanePump({
    capacity,
    claim: (lane) => store.claim(lane, clock.now(), boot),
    execute: jobRunner({ store, clock, log, kinds, stopping: stopping.signal, isOpen: () => sql.open }),
    nextDue: store.nextDue,
    now: clock.now,
    onError: (error) => log.error({ err: error }, "no jobs could be claimed"),
  });

  function add(job: NewJob): number {
    const kind = kinds.get(job.kind);
    if (!kind) throw new Error(`No such job kind: ${job.kind}`);
    const now = clock.now();
    const id = store.insert({
      lane: kind.lane,
      kind: job.kind,
      payload: JSON.stringify(job.payload ?? {}),
      key: job.key ?? null,
      priority: job.priority ?? 0,
      runAt: job.runAt ?? now,
      maxAttempts: kind.maxAttempts ?? 5,
      now,
    });
    pump.hint(kind.lane);
    return id;
  }

  return {
    /** Declares what a kind of job does; all kinds are known before `start`. */
    define: (name: string, kind: JobKind): void => void kinds.set(name, kind),
    add,
    /** Removes a job that has not been claimed or whose work is moot. True when it was there. */
    remove: (id: number): boolean => store.finish(id),
    /** How many jobs there are, those that failed among them. */
    count: (): number => store.count(),
    /** Puts the dead start's claims back, arms the recurring jobs and begins to take work. */
    start(): { released: number } {
      const released = store.releaseOthers(boot, clock.now());
      for (const [name, kind] of kinds) {
        if (kind.everyMs !== undefined) add({ kind: name, key: `recurring:${name}` });
      }
      pump.start();
      return { released };
    },
    /** Every thread of the lane is taken. */
    isFull: (lane: Lane): boolean => pump.running(lane) >= capacity(lane),
    /** A thread of the lane is free now, and no job that is due waits for it. */
    hasRoom: (lane: Lane): boolean => pump.running(lane) + store.due(lane, clock.now()) < capacity(lane),
    /** Takes no new work and waits for what runs. */
    async stop(): Promise<void> {
      stopping.abort();
      await pump.stop();
    },
  };
}
