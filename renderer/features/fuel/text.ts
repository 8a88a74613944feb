const sessions = (count: number): string => `${count} ${count === 1 ? "session" : "sessions"}`;
const resume = (count: number): string => (count === 1 ? "resumes" : "resume");

/** The words of the meters in the side bar. */
export const text = {
  label: "Quota and costs",
  /** Of the dot on a tab. */
  usedUp: "something is used up",

  windows: { five_hour: "5 hours", weekly: "7 days", key: "Limit of the key" },
  meterOf: (runtime: string): string => `Quota of ${runtime}`,
  used: (window: string, percent: string): string => `${window}: ${percent} used`,
  resets: (at: string): string => `, next reset ${at}`,
  lacks: { quota: "Out of quota", credential: "Signed out" },
  back: (at: string): string => `Back ${at}`,
  left: (left: string): string => `, in ${left}`,
  due: "Back any moment",
  unknown: "Nobody knows when it is back",
  waiting: {
    quota: (count: number): string => `${sessions(count)} ${resume(count)} then`,
    credential: (count: number): string =>
      `${sessions(count)} ${count === 1 ? "waits" : "wait"} for a sign-in`,
  },

  today: "Spent today",
  of: (spent: string, limit: string): string => `${spent} of ${limit}`,
  budget: "Budget",
  periods: { day: "today", week: "this week", month: "this month" },
  /** The name of the budget for everything. */
  ofAll: { day: "Today", week: "This week", month: "This month" },
  budgetOf: (label: string, period: string): string => `${label}, ${period}`,

  agents: "Agents at work",
  working: (count: number, limit: number): string => `${count} of ${limit}`,
};
