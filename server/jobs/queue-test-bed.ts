import { setImmediate as nextTurn } from "node:timers/promises";
import { vi } from "vitest";
import { z } from "zod";
import { silentLog, type TestDatabase } from "../../test/support/database.ts";
import { defineJob, type JobOptions } from "./definition.ts";
import type { Lane } from "./lanes.ts";
import { jobQueue } from "./queue.ts";

const stops: (() => Promise<void>)[] = [];

/** For afterEach: every queue of the test stops. */
export async function stopQueues(): Promise<void> {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
}

interface Numbered {
  n?: unknown;
}

/** A kind of job for a test; in the default lane unless `options` says otherwise. */
export const testJob = (kind: string, options: Partial<JobOptions<Numbered>> = {}) =>
  defineJob<Numbered>(kind, z.object({ n: z.unknown().optional() }), { lane: "default", ...options });

/** A queue on `opened`, as one start of the service has it. */
export function makeQueue(
  opened: TestDatabase,
  boot = "boot-1",
  capacity: Partial<Record<Lane, number>> = {},
) {
  const { database, clock } = opened;
  const queue = jobQueue({ sql: database.sql, clock, log: silentLog, boot, capacity });
  stops.push(() => queue.stop());
  const ran: unknown[] = [];
  /** A handler that records the number in the payload. */
  const noting = ({ n }: Numbered) => void ran.push(n);
  const rows = () =>
    database.sql
      .prepare("SELECT state, run_at - ? AS due, attempts, last_error AS error FROM jobs ORDER BY id")
      .all(clock.at);
  return { queue, ran, noting, rows };
}

/** The jobs here wait for nothing external, so a few turns of the event loop complete them. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await nextTurn();
}

/** A handler whose jobs run until the test ends them. */
export function held() {
  const open = new Map<number, () => void>();
  return {
    run: ({ n }: Numbered) => new Promise<void>((resolve) => void open.set(Number(n), resolve)),
    running: () => [...open.keys()],
    end(n: number): void {
      open.get(n)?.();
      open.delete(n);
    },
  };
}
