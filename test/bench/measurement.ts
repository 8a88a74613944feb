/** One line of the table. `measured` and `reference` have the same unit; the ratio is their quotient. */
export interface Measurement {
  figure: string;
  unit: "ms" | "KB" | "MB" | "% of a core" | "per second" | "per minute" | "MB/s" | "lines" | "nodes" | "px";
  /** null if it cannot be measured on this machine; `note` says why. */
  measured: number | null;
  reference: number | null;
  /** A description of the reference. */
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

/** null if there is no goal or no measurement. */
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
 * Runs the contenders alternately for `rounds` rounds, so that other load on the machine affects all of them, and returns
 * the median of each.
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
