import { describe, expect, it } from "vitest";
import { lanePump } from "./lane-pump.ts";
import type { StepAside } from "./lane-threads.ts";
import type { Lane } from "./lanes.ts";
import { settled } from "./queue-test-bed.ts";
import type { JobRow } from "./store.ts";

/** A pump whose jobs do what the test says, each for as long as the test says. */
function open(capacity: Partial<Record<Lane, number>>, lane: Lane = "agents") {
  const due: JobRow[] = [];
  const steps: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const stops = new Map<number, AbortController>();
  const until = (what: string): Promise<void> => {
    steps.push(what);
    const gate = Promise.withResolvers<void>();
    gates.set(what, gate);
    return gate.promise;
  };
  /** Clones on the other lane, then runs on its own. */
  async function work({ id }: JobRow, aside: StepAside): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    await aside("clones", () => until(`${id} clones`), stop.signal);
    if (!stop.signal.aborted) await until(`${id} runs`);
    steps.push(`${id} ends`);
  }
  const pump = lanePump({
    capacity: (of) => capacity[of] ?? 1,
    claim: (of) => (of === lane ? due.shift() : undefined),
    execute: work,
    nextDue: () => null,
    now: () => 0,
    onError: (error) => {
      throw error;
    },
  });
  const row = { lane, kind: "turn", payload: "{}", key: null, attempts: 1, max_attempts: 5, run_at: 0 };
  return {
    pump,
    steps,
    async add(...ids: number[]) {
      due.push(...ids.map((id) => ({ id, ...row })));
      pump.hint(lane);
      await settled();
    },
    async end(what: string) {
      gates.get(what)?.resolve();
      await settled();
    },
    async stop(id: number) {
      stops.get(id)?.abort();
      await settled();
    },
  };
}

describe("a job that steps aside to another lane", () => {
  it("frees its thread for others while it is there", async () => {
    const bed = open({ agents: 1, clones: 2 });
    bed.pump.start();
    await bed.add(1, 2);
    expect(bed.steps).toEqual(["1 clones", "2 clones"]);
    expect(bed.pump.running("agents")).toBe(0);
    await bed.end("2 clones");
    expect(bed.steps.at(-1)).toBe("2 runs");
    expect(bed.pump.running("agents")).toBe(1);
  });

  it("waits for a thread of the other lane, and gets the first that is free", async () => {
    const bed = open({ agents: 1, clones: 1 });
    bed.pump.start();
    await bed.add(1, 2, 3);
    expect(bed.steps).toEqual(["1 clones"]);
    expect(bed.pump.running("agents")).toBe(0);
    await bed.end("1 clones");
    expect(bed.steps).toEqual(["1 clones", "2 clones", "1 runs"]);
  });

  it("returns before jobs that have not begun, and counts as wanting a thread", async () => {
    const bed = open({ agents: 1, clones: 2 });
    bed.pump.start();
    await bed.add(1, 2);
    await bed.end("1 clones");
    await bed.end("2 clones");
    await bed.add(3);
    expect(bed.steps).toEqual(["1 clones", "2 clones", "1 runs"]);
    expect(bed.pump.running("agents")).toBe(2);
    await bed.end("1 runs");
    expect(bed.steps.slice(3)).toEqual(["1 ends", "2 runs"]);
    await bed.end("2 runs");
    expect(bed.steps.slice(5)).toEqual(["2 ends", "3 clones"]);
  });

  it("waits for no thread once it is stopped", async () => {
    const bed = open({ agents: 1, clones: 2 });
    bed.pump.start();
    await bed.add(1, 2);
    await bed.end("1 clones");
    await bed.stop(2);
    await bed.end("2 clones");
    expect(bed.steps).toEqual(["1 clones", "2 clones", "1 runs", "2 ends"]);
  });

  it("ends with the pump, wherever it waits", async () => {
    const bed = open({ agents: 1, clones: 1 });
    bed.pump.start();
    await bed.add(1, 2);
    const stopped = bed.pump.stop();
    await settled();
    expect(bed.steps).toContain("2 clones");
    for (const step of ["1 clones", "2 clones", "1 runs", "2 runs"]) await bed.end(step);
    await stopped;
    expect(bed.pump.running("agents")).toBe(0);
  });
});
