/** One line of the table. `measured` and `reference` share the unit; their quotient is the ratio. */
export interface Measurement {
  figure: string;
  unit: "ms" | "KB" | "MB" | "% of a core" | "per second" | "MB/s" | "lines" | "nodes" | "px";
  /** Null when this machine cannot tell; `note` says why. */
  measured: number | null;
  reference: number | null;
  /** What the reference is. */
  against: string;
  goal?: Goal;
  note?: string;
}

export interface Goal {
  on: "measured" | "ratio";
  bound: "at most" | "at least";
  value: number;
}

export const ratioOf = ({ measured, reference }: Measurement): number | null =>
  measured === null || reference === null || reference === 0 ? null : measured / reference;

/** Null where there is no goal, or nothing to judge. */
export function isMet(measurement: Measurement): boolean | null {
  const { goal } = measurement;
  const value = goal?.on === "ratio" ? ratioOf(measurement) : measurement.measured;
  if (!goal || value === null) return null;
  return goal.bound === "at most" ? value <= goal.value : value >= goal.value;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error("A median needs at least one value");
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/**
 * Lets the contenders take turns for `rounds` rounds, so that whatever else the machine does weighs on all of
 * them, and gives the median of each.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const values = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values.get(name)?.push(await contenders[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(values.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}
