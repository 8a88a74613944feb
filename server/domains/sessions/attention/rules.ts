import type { AttentionKind, ChosenKind, SessionStatus } from "../sessions/model.ts";

/** The columns of a session that attention depends on. */
export interface SessionFacts {
  status: SessionStatus;
  waitingKind: string | null;
  /** Its agent has an open question. */
  isAsking: boolean;
  /** A question that was not answered in time. */
  lostQuestion: string | null;
  /** The names of MCP servers that a person must sign in to first. */
  signIns: readonly string[];
  failureReason: string | null;
  failureDetail: string | null;
  /** It has had a turn or a conversation. */
  hasRun: boolean;
  /** A person stopped its last turn. */
  isPaused: boolean;
}

export interface PullRequestFact {
  name: string;
  /** The next two are null before the first read. */
  state: "open" | "merged" | "closed" | null;
  isDraft: boolean | null;
  ci: "pass" | "fail" | "pending" | "cancel" | "skipping" | "none" | null;
  hasConflict: boolean;
}

export interface ChangesFact {
  files: number;
  /** Lines. */
  additions: number;
  deletions: number;
  /** As they are now, they were published and merged or closed, or a person marked them as done. */
  settled: boolean;
}

/** What the last answer of the agent asks, as the words or a model say. */
export interface AnswerFact {
  /** The question it ends on; null if it ends on none. */
  question: string | null;
  /** Whether a small model says that it waits for an answer; null if none was asked. */
  verdict: boolean | null;
}

export interface AttentionFacts extends SessionFacts {
  /** Also one that was asked while no agent works. */
  openQuestion: string | null;
  correction: ChosenKind | null;
  /** Null if there is no answer. */
  answer: AnswerFact | null;
  goal: {
    verdict: "met" | "unmet" | "pending" | "unknown";
    /** The first check that is unmet. */
    unmet: string | null;
  } | null;
  pullRequests: readonly PullRequestFact[];
  /** Null if there are none, or no clone. */
  changes: ChangesFact | "unreadable" | null;
}

/** Why, with the facts that the sentence needs. */
export type AttentionReason =
  | { code: "corrected"; as: ChosenKind }
  | { code: "asks"; question: string | null }
  | { code: "question_lost"; question: string }
  | { code: "ended_on_question"; question: string | null }
  | { code: "sign_in"; servers: readonly string[] }
  | { code: "failed"; reason: string | null; detail: string | null }
  | { code: "goal_unmet"; check: string | null }
  | { code: "checks_failed" | "conflict" | "draft" | "pull_request" | "ready"; name: string }
  | { code: "changes"; files: number; additions: number; deletions: number }
  | { code: "checks_running" | "merged" | "closed"; name: string }
  | { code: "changes_settled" | "changes_unreadable" | "goal_met" | "paused" | "finished" | "no_work" };

export interface Decision {
  kind: AttentionKind;
  reason: AttentionReason;
}

/** Whether the session stopped, so that something may be waiting for a person. */
export const isStopped = ({ status, waitingKind, signIns }: SessionFacts): boolean =>
  status === "needs_input" ||
  status === "failed" ||
  (status === "waiting" &&
    (waitingKind === null || waitingKind === "idle" || isParkedForSignIn(waitingKind, signIns)));

const isParkedForSignIn = (waitingKind: string, signIns: readonly string[]): boolean =>
  waitingKind === "parked" && signIns.length > 0;

/** What the columns of the session alone decide; undefined if that takes more facts. */
export function decideFromSession(
  facts: SessionFacts & Pick<AttentionFacts, "openQuestion" | "correction">,
): Decision | null | undefined {
  if (!isStopped(facts)) return null;
  const { correction, signIns, lostQuestion } = facts;
  if (facts.isAsking || facts.openQuestion !== null)
    return { kind: "question", reason: { code: "asks", question: facts.openQuestion } };
  if (correction) return { kind: correction, reason: { code: "corrected", as: correction } };
  if (facts.status === "waiting" && signIns.length > 0)
    return { kind: "question", reason: { code: "sign_in", servers: signIns } };
  if (facts.status === "failed") {
    const { failureReason: reason, failureDetail: detail } = facts;
    return { kind: "failed", reason: { code: "failed", reason, detail } };
  }
  if (lostQuestion !== null)
    return { kind: "question", reason: { code: "question_lost", question: lostQuestion } };
  if (facts.status === "waiting" || !facts.hasRun) return { kind: "idle", reason: { code: "no_work" } };
  return undefined;
}

/** What a session waits for; null while it works or will continue by itself. */
export function decideAttention(facts: AttentionFacts): Decision | null {
  const decided = decideFromSession(facts);
  if (decided !== undefined) return decided;
  return endedOnQuestion(facts) ?? workToReview(facts) ?? nothingOwed(facts);
}

/** A model's verdict counts more than the words. A turn that a person stopped did not end on anything. */
function endedOnQuestion({ answer, isPaused }: AttentionFacts): Decision | null {
  if (isPaused || answer === null) return null;
  const asks = answer.verdict ?? answer.question !== null;
  return asks ? { kind: "question", reason: { code: "ended_on_question", question: answer.question } } : null;
}

const review = (reason: AttentionReason): Decision => ({ kind: "review", reason });
const done = (reason: AttentionReason): Decision => ({ kind: "done", reason });

function workToReview(facts: AttentionFacts): Decision | null {
  const { goal, changes, isPaused } = facts;
  const live = facts.pullRequests.filter(isLive);
  const troubled = firstOf(live, [
    ["conflict", ({ hasConflict }) => hasConflict],
    ["checks_failed", ({ ci }) => ci === "fail" || ci === "cancel"],
  ]);
  if (troubled) return review(troubled);
  // While checks run, the goal and the changes of the pull request wait for them as well.
  if (live.length > 0 && live.every(isPending)) return null;
  const unmet =
    goal?.verdict === "unmet" && !isPaused ? ({ code: "goal_unmet", check: goal.unmet } as const) : null;
  if (live.length > 0 && unmet) return review(unmet);
  const ready = firstOf(live, [
    [
      "ready",
      (one) => !isPending(one) && one.isDraft !== true && (one.ci === "pass" || one.ci === "skipping"),
    ],
    ["pull_request", (one) => !isPending(one) && one.isDraft !== true],
    ["draft", (one) => !isPending(one)],
  ]);
  if (ready) return review(ready);
  if (unmet) return review(unmet);
  if (changes !== null && changes !== "unreadable" && !changes.settled) {
    const { files, additions, deletions } = changes;
    return review({ code: "changes", files, additions, deletions });
  }
  return null;
}

const isLive = ({ state }: PullRequestFact): boolean => state === "open" || state === null;
const isPending = ({ ci }: PullRequestFact): boolean => ci === "pending";

type PullRequestCode = "checks_failed" | "conflict" | "draft" | "pull_request" | "ready";

/** The first test that a pull request passes, with its name. */
function firstOf(
  pullRequests: readonly PullRequestFact[],
  tests: readonly [PullRequestCode, (one: PullRequestFact) => boolean][],
): AttentionReason | null {
  for (const [code, test] of tests) {
    const found = pullRequests.find(test);
    if (found) return { code, name: found.name };
  }
  return null;
}

function nothingOwed({ pullRequests, goal, changes, isPaused }: AttentionFacts): Decision {
  const live = pullRequests.find(isLive);
  if (live) return { kind: "ci", reason: { code: "checks_running", name: live.name } };
  const merged = pullRequests.findLast(({ state }) => state === "merged");
  if (merged) return done({ code: "merged", name: merged.name });
  const closed = pullRequests.at(-1);
  if (closed) return done({ code: "closed", name: closed.name });
  if (isPaused) return done({ code: "paused" });
  if (goal?.verdict === "met") return done({ code: "goal_met" });
  if (changes === "unreadable") return review({ code: "changes_unreadable" });
  return done({ code: changes ? "changes_settled" : "finished" });
}
