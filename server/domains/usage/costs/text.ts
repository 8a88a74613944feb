/** The words of cost reports. */
export const text = {
  note: "Calculated from the providers' list prices; not a bill. Plans, discounts and credits are left out.",
  others: (count: number) => `other (${count})`,
  unattributed: {
    key: "unattributed",
    label: "Not attributed",
    blurb:
      "System prompts, descriptions of tools, pictures, and whatever else the CLIs do not record as text. Fewer tools make it smaller.",
  },
  deletedSessions: "Deleted sessions",
  getCosts:
    "What calls to models cost at list prices, in a window of days: totals, by agent root, by model, and the most expensive sessions. Figures are comparable, not a bill.",
  getOwnCosts: "What your own session's calls to models cost at list prices, in a window of days.",
  days: "Length of the window in days up to now, 1 to 365, the nearest of which counts; 7 by default",
  from: "First day, YYYY-MM-DD (UTC), or an instant, such as 2026-03-01T10:00:00Z",
  to: "Last day, YYYY-MM-DD (UTC), which is included, or an instant, which is not",
  agentRoot: "Only this agent root",
  session: "Only this session; takes precedence over agent_root",
  ownOnly: "This server reports your own session's costs; leave out agent_root and session_id.",
  rootNeeded: "You may only ask for the agent roots that this server allows: name one in agent_root.",
  heading: "Costs",
  window: "Window",
  total: "Total",
  tokens: "Tokens",
  calls: "Calls",
  cached: "Cache hit rate",
  unpriced: "Without a known price, not counted",
  partial: (percent: number) => `Partial history: ${percent}% of the files have been read.`,
  byRoot: "By agent root",
  byModel: "By model",
  byFeature: "By context feature",
  experiments: "Experimental settings (not randomized)",
  perCall: (percent: number | null, on: number, off: number) =>
    `${percent === null ? "too few to compare" : `${percent > 0 ? "+" : ""}${percent.toFixed(1)}% per call when on`}; sessions: ${on} on, ${off} off`,
  topSessions: "Most expensive sessions",
  noRoot: "No agent root",
  nothing: "No calls in this window.",
};
