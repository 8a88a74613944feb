/** The pools of the queue and how many jobs of each run at once. */
export const lanes = {
  agents: 8,
  pollers: 2,
  triggers: 2,
  inference: 2,
  maintenance: 1,
  default: 4,
  /** Has no jobs of its own: a turn that clones steps aside to it, so that a slow remote takes no thread of the agents. */
  clones: 4,
} as const;

export type Lane = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as Lane[];
