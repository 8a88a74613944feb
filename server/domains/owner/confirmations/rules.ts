/** How long a request waits for its confirmation, and how long after that it may be repeated. */
export const lastingMs = 2 * 60_000;
/** How many confirmations one browser can have at once; another one replaces its oldest. */
export const mostOfOneAsker = 5;
/** And all browsers together. */
export const mostConfirmations = 20;

/** How long a browser whose request was denied may ask for nothing; it doubles with each denial in a row. */
const firstPauseMs = 10_000;
const longestPauseMs = 5 * 60_000;

export const pauseAfter = (denials: number): number =>
  denials === 0 ? 0 : Math.min(firstPauseMs * 2 ** (denials - 1), longestPauseMs);

/** One stored request for a confirmation. */
export interface Asked {
  readonly asker: string;
  /** Covers the operation and everything that was sent with it. */
  readonly digest: string;
  readonly state: "waiting" | "confirmed" | "denied";
}

export type Verdict = "passes" | "waits" | "denied" | "not_valid" | "other_request";

/** Whether a request that names a confirmation may be carried out. */
export function decide(asked: Asked | undefined, request: Pick<Asked, "asker" | "digest">): Verdict {
  if (!asked || asked.asker !== request.asker) return "not_valid";
  if (asked.digest !== request.digest) return "other_request";
  return verdicts[asked.state];
}

const verdicts = { waiting: "waits", confirmed: "passes", denied: "denied" } as const;

/** The confirmations, oldest first, that make room for another one of this asker. */
export function surplus<One extends Pick<Asked, "asker">>(all: readonly One[], asker: string): One[] {
  const own = all.filter((one) => one.asker === asker);
  const ownSurplus = own.slice(0, Math.max(0, own.length - mostOfOneAsker + 1));
  const others = all.filter((one) => !ownSurplus.includes(one));
  return [...ownSurplus, ...others.slice(0, Math.max(0, others.length - mostConfirmations + 1))];
}
