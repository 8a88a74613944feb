import { hasRun, type SessionRow } from "../sessions/index.ts";
import type { AttentionDeps, ReadChanges } from "./ports.ts";
import { isUnclear, questionAtEnd } from "./question-rules.ts";
import type { AnswerFact, AttentionFacts, SessionFacts } from "./rules.ts";
import { saidIn } from "./said-rules.ts";
import type { AttentionRow } from "./store.ts";

export interface ReadAnswer extends AnswerFact {
  /** A small model could tell more than the words, and was not asked yet. */
  isUnclear: boolean;
}

export interface GatheredFacts extends AttentionFacts {
  answer: ReadAnswer | null;
  /** The agent's last words in one line; empty if the last ones are not the agent's. */
  said: string;
}

/** Reads what attention is decided from. */
export function attentionFacts(deps: AttentionDeps) {
  /** Reads what the database knows; `changes` come from the clone. */
  function gather(row: SessionRow, own: AttentionRow, changes: ReadChanges): GatheredFacts {
    const goal = deps.goalCheck(row);
    const unmet = goal?.criteria.find(({ verdict }) => verdict === "unmet");
    const last = deps.lastAnswer(row);
    return {
      ...factsOf(row),
      openQuestion: deps.openQuestion(row.id),
      correction: own.correction,
      answer: answerOf(last, own),
      said: saidIn(last.text ?? ""),
      goal: goal && { verdict: goal.verdict, unmet: unmet?.reason ?? null },
      pullRequests: deps.pullRequests(row.id),
      changes:
        typeof changes === "string"
          ? changes
          : changes && { ...changes, settled: own.settledChanges === changes.digest },
    };
  }

  function answerOf(
    { text: words, messageCount }: ReturnType<AttentionDeps["lastAnswer"]>,
    own: AttentionRow,
  ): ReadAnswer | null {
    if (words === null) return null;
    const isJudged = own.verdictMessageCount === messageCount;
    return {
      question: questionAtEnd(words),
      verdict: isJudged ? own.verdict : null,
      isUnclear: !isJudged && isUnclear(words),
    };
  }

  async function readChanges(row: SessionRow): Promise<ReadChanges> {
    try {
      return row.clonePath === null ? null : await deps.changes(row);
    } catch (error) {
      deps.warn({ err: error, session: row.id }, "the changes of a session were not read");
      return "unreadable";
    }
  }

  return { gather, readChanges };
}

export const factsOf = (row: SessionRow): SessionFacts => ({
  status: row.status,
  waitingKind: row.waitingKind,
  isAsking: row.status === "needs_input" && row.blockedOnElicitation,
  lostQuestion: row.lostElicitation?.summary ?? null,
  signIns: row.oauthRequiredServers.map(({ server_name }) => server_name),
  failureReason: row.failureReason,
  failureDetail: row.failureDetail,
  hasRun: hasRun(row),
  isPaused: row.pausedBy === "user",
});
