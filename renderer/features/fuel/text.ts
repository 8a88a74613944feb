const sessions = (count: number): string => `${count} ${count === 1 ? "session" : "sessions"}`;
const wait = (count: number): string => (count === 1 ? "waits" : "wait");
const resume = (count: number): string => (count === 1 ? "resumes" : "resume");

/** The words of the meters in the side bar. */
export const text = {
  label: "Quota and costs",
  /** Of the dot on a tab. */
  usedUp: "something has run out or needs access",

  windows: { five_hour: "5 hours", weekly: "7 days", key: "Key limit" },
  meterOf: (runtime: string): string => `Quota of ${runtime}`,
  used: (window: string, percent: string): string => `${window}: ${percent} used`,
  resets: (at: string): string => `, next reset ${at}`,
  lacks: { quota: "Out of quota", credential: "No access" },
  back: (at: string): string => `Back ${at}`,
  left: (left: string): string => `, in ${left}`,
  due: "Back any moment now",
  unknown: "Reset time unknown",
  waiting: {
    quota: (count: number): string => `${sessions(count)} ${resume(count)} then`,
    unknown: (count: number): string => `${sessions(count)} ${wait(count)} for quota`,
    credential: (count: number): string => `${sessions(count)} ${wait(count)} for access`,
  },

  today: "Spent today",
  of: (spent: string, limit: string): string => `${spent} of ${limit}`,
  budget: "Budget",
  periods: { day: "today", week: "this week", month: "this month" },
  /** The name of the budget for everything. */
  ofAll: { day: "Today", week: "This week", month: "This month" },
  budgetOf: (label: string, period: string): string => `${label}, ${period}`,

  agents: "Agents at work",
  /** Priority sessions start beyond the limit. */
  working: (count: number, limit: number): string => (count > limit ? `${count}` : `${count} of ${limit}`),
};
