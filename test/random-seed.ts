import fc from "fast-check";

/** What every run begins from, so that a run that fails does so again, and a change is not refused for another's luck. */
const usualSeed = 20_261_122;

/** As a variable says: a number, or `random` to look where no run has looked yet. */
export function seedFrom(name: string): number {
  const given = process.env[name] ?? "";
  if (given === "random") return Math.floor(Math.random() * 2 ** 31);
  if (given === "") return usualSeed;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`${name} is a whole number or "random", not "${given}"`);
  return seed;
}

// A property that fails prints the seed it had.
fc.configureGlobal({ seed: seedFrom("SIGNALBOX_FC_SEED") });
