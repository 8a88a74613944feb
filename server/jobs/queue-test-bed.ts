import { setImmediate as nextTurn } from "node:timers/promises";
import { vi } from "vitest";
import { silentLog, type TestDatabase } from "../../test/support/database.ts";
import type { Lane } from "./lanes.ts";
import { jobQueue } from "./queue.ts";

const stops: (() => Promise<void>)[] = [];

/** For afterEach: every queue of the test stops. */
export async function stopQueues(): Promise<void> {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
}

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
  /** Jobs of this kind note their payload and end. */
  const noting = {
    lane: "default",
    run: (payload: Record<string, unknown>) => void ran.push(payload["n"]),
  } as const;
  const rows = () =>
    database.sql
      .prepare("SELECT state, run_at - ? AS due, attempts, last_error AS error FROM jobs ORDER BY id")
      .all(clock.at);
  return { queue, ran, noting, rows };
}

/** Work here never waits for anything outside, so a few turns of the event loop see it through. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await nextTurn();
}

/** Jobs that go on until they are let go. */
export function held(lane: Lane) {
  const open = new Map<number, () => void>();
  return {
    kind: {
      lane,
      run: (payload: Record<string, unknown>) =>
        new Promise<void>((resolve) => void open.set(Number(payload["n"]), resolve)),
    },
    running: () => [...open.keys()],
    end(n: number): void {
      open.get(n)?.();
      open.delete(n);
    },
  };
}
