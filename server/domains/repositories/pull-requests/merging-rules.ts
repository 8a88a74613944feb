/** The newest pull request of a session, as far as it decides whether it may be merged. */
export interface Candidate {
  url: string;
  state: "open" | "merged" | "closed" | null;
  ci: "pass" | "fail" | "pending" | "cancel" | "skipping" | "none" | null;
}

/** A word to merge that was given earlier, and what became of its message; null where the message is gone. */
export interface EarlierWord {
  message: "pending" | "processing" | "sent" | "undelivered" | null;
}

export type MergeDecision =
  | { kind: "send"; url: string }
  | { kind: "already_sent"; url: string }
  | { kind: "refuse"; outcome: "not_mergeable" | "undeliverable"; sentence: string };

const refuse = (outcome: "not_mergeable" | "undeliverable", sentence: string): MergeDecision => ({
  kind: "refuse",
  outcome,
  sentence,
});

/** Only what is known to be open and green: anything in doubt is for a person to look at first. */
export function decideMerge(of: {
  status: string;
  candidate: Candidate | null;
  earlier: EarlierWord | null;
}): MergeDecision {
  const { status, candidate, earlier } = of;
  if (candidate === null) return refuse("not_mergeable", "The session has opened no pull request");
  const { url, state, ci } = candidate;
  if (state === "merged") return refuse("not_mergeable", `${url} is merged already`);
  if (earlier && isLive(earlier, status)) return { kind: "already_sent", url };
  if (state === null) return refuse("not_mergeable", `${url} was not read from its host yet`);
  if (state === "closed") return refuse("not_mergeable", `${url} is closed`);
  if (ci !== "pass") return refuse("not_mergeable", `The checks of ${url} ${ciWords[ci ?? "none"]}`);
  if (status === "archived" || status === "failed")
    return refuse("undeliverable", `The session is ${status} and takes no message`);
  return { kind: "send", url };
}

/** The word holds until a turn had it and the session needs a person again. */
const isLive = ({ message }: EarlierWord, status: string): boolean =>
  message === "pending" || message === "processing" || (message === "sent" && status === "running");

const ciWords: Record<NonNullable<Candidate["ci"]>, string> = {
  pass: "pass",
  fail: "fail",
  pending: "are still under way",
  cancel: "were cancelled",
  skipping: "were all skipped",
  none: "are not known: it has none, or they were not read",
};

/** What the agent is told. That a person said so stands in the session's human messages; a text could be forged. */
export const mergeMessage = (url: string, personName: string): string =>
  [
    `[Signalbox] ${personName} has authorised the merge of ${url} on the board.`,
    "See first that it is still open and its checks still pass. If it has conflicts, resolve them without losing what either side meant, push, and wait for the checks. Then merge it, see to the workflow runs of the merge commit, and archive this session if nothing is left to do.",
    "If you cannot merge it, say why and rest in needs_input.",
  ].join("\n\n");
