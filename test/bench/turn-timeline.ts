/** Where the time of a turn goes: what the service notes on the way (server/lib/turn-steps.ts), from its own process. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TurnStep } from "../../server/lib/turn-steps.ts";
import { type Measurement, median } from "./measurement.ts";

/** Node's arguments with which a service writes the steps of its turns to the file named in its environment. */
export const recordSteps = ["--import", join(import.meta.dirname, "record-turn-steps.ts")];

export const stepsFileVariable = "BENCH_TURN_STEPS";

/** The median time up to each step from the one before it, over the turns in the file. */
export async function timeline(file: string, turn: string): Promise<Measurement[]> {
  const steps = (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as TurnStep);
  const times = new Map<string, number[]>();
  for (const [index, { name, at }] of steps.entries()) {
    const before = steps[index - 1];
    if (before === undefined || name === firstStep) continue;
    const label = `${before.name} to ${name}`;
    times.set(label, [...(times.get(label) ?? []), at - before.at]);
  }
  return [...times].map(([label, values]) => ({
    figure: `${turn}: ${label}`,
    unit: "ms",
    measured: median(values),
    reference: null,
    against: "",
    note: `median of ${values.length}`,
  }));
}

const firstStep = "job started";
