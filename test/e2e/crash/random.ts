export type Random = ReturnType<typeof seededRandom>;

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number): number => Math.floor(next() * limit);

  return {
    /** A whole number from `from` to `to`, both included. */
    between: (from: number, to: number): number => from + below(to - from + 1),
    chance: (probability: number): boolean => next() < probability,
    pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
      const [first] = list;
      if (first === undefined) throw new Error("Nothing to pick from");
      return list[below(list.length)] ?? first;
    },
    /** `count` different items, or all of them if there are fewer. */
    sample<T>(list: readonly T[], count: number): T[] {
      const left = [...list];
      const taken: T[] = [];
      while (taken.length < count && left.length > 0) taken.push(...left.splice(below(left.length), 1));
      return taken;
    },
  };
}
