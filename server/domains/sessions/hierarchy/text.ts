import { type Cut, levelLimit, nodeLimit } from "./rules.ts";

const cut: Record<Cut, string> = {
  levels: `The tree is more than ${levelLimit} levels deep; deeper levels are left out`,
  nodes: `The tree has more than ${nodeLimit} sessions; the rest are left out`,
};

const reversal = (wasOpposite: boolean): string => (wasOpposite ? " (previously the reverse)" : "");

/** The words of the hierarchy: notes in the logs of both sessions, and why a tree is cut. */
export const text = {
  cut,
  linked: {
    junior: (senior: number, wasOpposite: boolean) =>
      `Session ${senior} messaged this session and is now an additional senior of it${reversal(wasOpposite)}`,
    senior: (junior: number, wasOpposite: boolean) =>
      `Messaged session ${junior} and is now an additional senior of it${reversal(wasOpposite)}`,
  },
  refused: {
    target: (acting: number) =>
      `Session ${acting}, which is below this session, messaged it; no seniority was recorded`,
    acting: (target: number) =>
      `Messaged session ${target}, which is above this session; no seniority was recorded`,
  },
  detached: {
    junior: (senior: number) => `Session ${senior} is no longer an additional senior of this session`,
    senior: (junior: number) => `No longer an additional senior of session ${junior}`,
  },
};
