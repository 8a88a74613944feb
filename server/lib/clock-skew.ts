export interface Skew {
  /** How far a host's clock is ahead of ours. */
  ms(): number;
  measured(ms: number): void;
}

/** Hosts give their time in whole seconds. */
export function clockSkew(): Skew {
  let known = 0;
  return {
    ms: () => known,
    measured: (ms) => void (known = Math.abs(ms) < 2_000 ? 0 : ms),
  };
}
