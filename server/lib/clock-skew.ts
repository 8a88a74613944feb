export interface Skew {
  /** How far a host's clock is ahead of ours. */
  ms(): number;
  /** A time of ours as the host's clock has it, or a little earlier: it is known to within a few seconds. */
  hostTime(at: number): number;
  measured(ms: number): void;
}

const toleranceMs = 2_000;

/** Hosts give their time in whole seconds. */
export function clockSkew(): Skew {
  let known = 0;
  return {
    ms: () => known,
    hostTime: (at) => at + known - toleranceMs,
    measured: (ms) => void (known = Math.abs(ms) < toleranceMs ? 0 : ms),
  };
}
