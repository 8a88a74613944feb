/** Where the time goes: what the service notes on the way (server/lib/steps.ts), from its own process. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Step } from "../../server/lib/steps.ts";
import { type Measurement, median } from "./measurement.ts";

/** Node's arguments with which a service writes its steps to the file named in its environment, at the latest when it ends. */
export const recordSteps = ["--import", join(import.meta.dirname, "record-steps.ts")];

export const stepsFileVariable = "BENCH_STEPS";

/** The steps of each course of things that has exactly the steps `names`, one after the other. */
export async function coursesIn(file: string, names: readonly string[]): Promise<Step[][]> {
  const steps = (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Step)
    .filter(({ name }) => names.includes(name));
  const starts = steps.flatMap(({ name }, index) => (name === names[0] ? [index] : []));
  return starts
    .map((start) => steps.slice(start, start + names.length))
    .filter((course) => names.every((name, index) => course[index]?.name === name));
}

/** The median time up to each step from the one before it. */
export function timeline(what: string, courses: readonly (readonly Step[])[]): Measurement[] {
  const [first = []] = courses;
  return first.slice(1).map(({ name }, index) => ({
    figure: `${what}: ${first[index]?.name} to ${name}`,
    unit: "ms",
    measured: median(courses.map((course) => (course[index + 1]?.at ?? 0) - (course[index]?.at ?? 0))),
    reference: null,
    against: "",
    note: `median of ${courses.length}`,
  }));
}
