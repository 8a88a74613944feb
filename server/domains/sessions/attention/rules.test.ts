import { describe, expect, it } from "vitest";
import type { AttentionKind } from "../sessions/model.ts";
import { type AttentionFacts, type AttentionReason, decideAttention, type PullRequestFact } from "./rules.ts";

/** A session that finished a turn with an answer, and has nothing else. */
const finished: AttentionFacts = {
  status: "needs_input",
  waitingKind: null,
  isAsking: false,
  lostQuestion: null,
  signIns: [],
  failureReason: null,
  failureDetail: null,
  hasRun: true,
  isPaused: false,
  openQuestion: null,
  correction: null,
  answer: { question: null, verdict: null },
  goal: null,
  pullRequests: [],
  changes: null,
};

const asked = { question: "Which one?", verdict: null };
const changes = { files: 2, additions: 10, deletions: 3, settled: false };
const settled = { ...changes, settled: true };
const open: PullRequestFact = {
  name: "acme/site#1",
  state: "open",
  isDraft: false,
  ci: "pass",
  hasConflict: false,
};
const other = { ...open, name: "acme/site#2" };
const merged = { ...open, state: "merged", ci: null } as const;
const closed = { ...open, state: "closed", ci: null } as const;
const unmet = { verdict: "unmet", unmet: "No pull request was recorded" } as const;
const met = { verdict: "met", unmet: null } as const;
const waiting = (waitingKind: string | null): Partial<AttentionFacts> => ({ status: "waiting", waitingKind });

type Row = [
  title: string,
  facts: Partial<AttentionFacts>,
  kind: AttentionKind | null,
  code?: AttentionReason["code"],
];

const working: Row[] = [
  ["runs", { status: "running" }, null],
  ["runs, and asked before", { status: "running", answer: asked }, null],
  ["runs, and was corrected", { status: "running", correction: "review" }, null],
  ["is queued", waiting("queued"), null],
  ["is queued with changes", { ...waiting("queued"), changes }, null],
  ["is held", waiting("held"), null],
  ["is parked for quota", waiting("parked"), null],
  ["sleeps until a wake", waiting("asleep_on_wake"), null],
  ["was put to sleep", waiting("asleep"), null],
  ["sleeps with an open pull request", { ...waiting("asleep"), pullRequests: [open] }, null],
  ["is archived", { status: "archived" }, null],
  ["is archived after a failure", { status: "archived", failureReason: "billing" }, null],
];

const questions: Row[] = [
  ["asks", { isAsking: true, openQuestion: "May I?" }, "question", "asks"],
  ["asks something unreadable", { isAsking: true }, "question", "asks"],
  ["asks, with changes", { isAsking: true, openQuestion: "May I?", changes }, "question", "asks"],
  [
    "asks, and was corrected",
    { isAsking: true, openQuestion: "May I?", correction: "done" },
    "question",
    "asks",
  ],
  ["got no answer in time", { lostQuestion: "May I?" }, "question", "question_lost"],
  ["got no answer to a question without words", { lostQuestion: "" }, "question", "question_lost"],
  ["got no answer, and has changes", { lostQuestion: "May I?", changes }, "question", "question_lost"],
  ["ended on a question", { answer: asked }, "question", "ended_on_question"],
  ["ended on a question with changes", { answer: asked, changes }, "question", "ended_on_question"],
  [
    "ended on a question with a pull request",
    { answer: asked, pullRequests: [open] },
    "question",
    "ended_on_question",
  ],
  ["ended on a question with a goal unmet", { answer: asked, goal: unmet }, "question", "ended_on_question"],
  ["asks as a model says", { answer: { question: null, verdict: true } }, "question", "ended_on_question"],
  ["asks as words and model say", { answer: { ...asked, verdict: true } }, "question", "ended_on_question"],
  ["is parked for a sign-in", { ...waiting("parked"), signIns: ["tracker"] }, "question", "sign_in"],
];

const failures: Row[] = [
  ["failed", { status: "failed", failureReason: "billing" }, "failed", "failed"],
  ["failed without a reason", { status: "failed" }, "failed", "failed"],
  ["failed before its first turn", { status: "failed", hasRun: false }, "failed", "failed"],
  ["failed with changes", { status: "failed", changes }, "failed", "failed"],
  ["failed after a question", { status: "failed", answer: asked }, "failed", "failed"],
  ["failed, and was marked as done", { status: "failed", correction: "done" }, "done", "corrected"],
];

const reviews: Row[] = [
  ["has changes", { changes }, "review", "changes"],
  ["has changes and no answer", { changes, answer: null }, "review", "changes"],
  ["was paused with changes", { changes, isPaused: true }, "review", "changes"],
  [
    "was paused after a question with changes",
    { answer: asked, changes, isPaused: true },
    "review",
    "changes",
  ],
  [
    "has changes a model sees no question in",
    { changes, answer: { ...asked, verdict: false } },
    "review",
    "changes",
  ],
  ["met its goal with changes", { changes, goal: met }, "review", "changes"],
  ["has changes after a merge", { changes, pullRequests: [merged] }, "review", "changes"],
  ["has a pull request that passes", { pullRequests: [open] }, "review", "ready"],
  ["has one whose checks were skipped", { pullRequests: [{ ...open, ci: "skipping" }] }, "review", "ready"],
  ["has a clone that cannot be read", { changes: "unreadable" }, "review", "changes_unreadable"],
  ["has one whose changes are settled", { pullRequests: [open], changes: settled }, "review", "ready"],
  ["has one that passes and meets its goal", { pullRequests: [open], goal: met }, "review", "ready"],
  ["has one without checks", { pullRequests: [{ ...open, ci: "none" }] }, "review", "pull_request"],
  [
    "has one that was never read",
    { pullRequests: [{ ...open, state: null, isDraft: null, ci: null }] },
    "review",
    "pull_request",
  ],
  ["has a draft", { pullRequests: [{ ...open, isDraft: true }] }, "review", "draft"],
  ["has one that fails", { pullRequests: [{ ...open, ci: "fail" }] }, "review", "checks_failed"],
  [
    "has one whose checks were canceled",
    { pullRequests: [{ ...open, ci: "cancel" }] },
    "review",
    "checks_failed",
  ],
  ["has one with a conflict", { pullRequests: [{ ...open, hasConflict: true }] }, "review", "conflict"],
  [
    "has a conflict while checks run",
    { pullRequests: [{ ...open, ci: "pending", hasConflict: true }] },
    "review",
    "conflict",
  ],
  [
    "has one that passes and one that runs",
    { pullRequests: [{ ...open, ci: "pending" }, other] },
    "review",
    "ready",
  ],
  ["has one that merged and one that passes", { pullRequests: [merged, other] }, "review", "ready"],
  ["has one that passes and an unmet goal", { pullRequests: [open], goal: unmet }, "review", "goal_unmet"],
  ["missed its goal", { goal: unmet }, "review", "goal_unmet"],
  ["missed its goal with changes", { goal: unmet, changes }, "review", "goal_unmet"],
  ["was marked for review", { correction: "review" }, "review", "corrected"],
];

const done: Row[] = [
  ["finished", {}, "done", "finished"],
  ["finished without an answer", { answer: null }, "done", "finished"],
  ["has a question that a model denies", { answer: { ...asked, verdict: false } }, "done", "finished"],
  ["was paused", { isPaused: true }, "done", "paused"],
  ["was paused after a question", { isPaused: true, answer: asked }, "done", "paused"],
  ["was paused short of its goal", { isPaused: true, goal: unmet }, "done", "paused"],
  ["has changes that were marked as done", { changes: settled }, "done", "changes_settled"],
  ["met its goal", { goal: met }, "done", "goal_met"],
  ["has a goal that is pending", { goal: { verdict: "pending", unmet: null } }, "done", "finished"],
  ["has a goal that cannot be checked", { goal: { verdict: "unknown", unmet: null } }, "done", "finished"],
  ["merged", { pullRequests: [merged] }, "done", "merged"],
  ["merged its changes", { pullRequests: [merged], changes: settled }, "done", "merged"],
  ["merged one of two", { pullRequests: [closed, merged] }, "done", "merged"],
  ["closed its pull request", { pullRequests: [closed] }, "done", "closed"],
  ["waits for checks", { pullRequests: [{ ...open, ci: "pending" }] }, "ci", "checks_running"],
  [
    "waits for checks with changes",
    { pullRequests: [{ ...open, ci: "pending" }], changes },
    "ci",
    "checks_running",
  ],
  [
    "waits for checks of its goal",
    { pullRequests: [{ ...open, ci: "pending" }], goal: unmet },
    "ci",
    "checks_running",
  ],
  ["was marked as done", { correction: "done", answer: asked, changes }, "done", "corrected"],
  ["was marked as a question", { correction: "question" }, "question", "corrected"],
];

const idle: Row[] = [
  ["has no prompt", { ...waiting("idle"), hasRun: false }, "idle", "no_work"],
  ["was never queued", { ...waiting(null), hasRun: false }, "idle", "no_work"],
  ["has a clone only", { hasRun: false, answer: null }, "idle", "no_work"],
  ["has a clone with a goal", { hasRun: false, goal: unmet }, "idle", "no_work"],
];

describe("decideAttention", () => {
  it.each([...working, ...questions, ...failures, ...reviews, ...done, ...idle])(
    "decides for a session that %s",
    (_title, facts, kind, code) => {
      const decision = decideAttention({ ...finished, ...facts });
      expect(decision?.kind ?? null).toBe(kind);
      expect(decision?.reason.code).toBe(code);
    },
  );
});
