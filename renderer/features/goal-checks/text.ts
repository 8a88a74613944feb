/** The words of the page of goal checks. */
export const text = {
  title: "Goal checks",
  intro:
    "Whether stopped sessions met their goal, judged by what was recorded rather than by what agents say.",
  loading: "the goal checks",
  horizons: { 7: "7 days", 30: "30 days", 90: "90 days" },
  window: "Window",
  windowNote: (from: string, to: string) => `Sessions created from ${from} to ${to}.`,
  empty: "No stopped session in this window",
  emptyHint: "Choose a longer one. Sessions are counted once they need you or are archived.",
  noneChecked: "None of these sessions has a goal that can be checked",
  noneCheckedHint: (resting: number) =>
    `${resting === 1 ? "1 session" : `${resting.toLocaleString("en")} sessions`} stopped without such a goal. Choose one of the built-in goals for a new session to have it checked.`,
  shares: "Shares",
  verdicts: { met: "Met", unmet: "Not met", pending: "Pending", unknown: "Unknown" },
  verdictsTitle: "Verdicts",
  checked: (checked: number, resting: number) =>
    `${checked.toLocaleString("en")} of ${resting.toLocaleString("en")} stopped sessions have a goal that is checked.`,
  delegated: (count: number) =>
    count === 1
      ? "1 was judged by the pull requests of sessions that it started."
      : `${count.toLocaleString("en")} were judged by the pull requests of sessions that they started.`,
  share: (count: number, percent: number) => `${count.toLocaleString("en")} (${percent}%)`,
  criteria: "By check",
  criterion: "Check",
  unmet: "Why goals were not met",
  unmetHint: "Checks that failed together, the most frequent first.",
  pending: "Pending checks",
  pendingHint: "Checks without a final reading, the most frequent first.",
  sessions: (count: number) => (count === 1 ? "1 session" : `${count.toLocaleString("en")} sessions`),
  sample: (id: number) => `Session ${id}`,
  byGoal: "By goal",
  goal: "Goal",
  byRoot: "By agent root",
  root: "Agent root",
  noRoot: "No agent root",
  count: "Sessions",
  own: "Not met, although the session opened a pull request",
  ownHint: (listed: number, total: number) =>
    listed < total ? `The newest ${listed} of ${total.toLocaleString("en")}.` : "",
};
