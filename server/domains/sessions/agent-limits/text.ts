import type { LimitedAct } from "./rules.ts";

const did: Record<LimitedAct, string> = {
  notification: "sent this many notifications",
  question: "asked this many questions",
  wake: "set this many wakes",
  session: "started this many sessions",
  message: "sent this many messages to sessions",
  trigger: "changed or fired triggers this many times",
  description: "changed its title and notes this many times",
  other: "called tools that change something this many times",
};

const minutes = (count: number): string => (count === 1 ? "1 minute" : `${count} minutes`);

/** The words of what an agent may do within an hour. */
export const text = {
  reached: (act: LimitedAct, most: number, waitMinutes: number): string =>
    `This session has ${did[act]} within an hour: ${most}, the most that it may. It may do so again in ${minutes(waitMinutes)}. Go on without it, and do not retry before then`,
  refused: (act: LimitedAct, most: number): string =>
    `The agent has ${did[act]} within an hour: ${most}. More are refused until the hour has passed.`,
};
