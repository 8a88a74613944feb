import type { JobResult } from "../../../jobs/definition.ts";
import type { SessionRow, SmallModelAnswer, Transition } from "../../sessions/sessions/index.ts";
import { summaryRefusal } from "./errors.ts";
import { summaryDueJob, writeSummaryJob } from "./jobs.ts";
import type { SummaryDeps } from "./ports.ts";
import { summaryPrompt } from "./prompts.ts";
import { decideSummary, endsTurn, isIdle, readSummary, type SummaryVerdict } from "./rules.ts";
import { summaryStatus } from "./status.ts";
import { type Claim, type SummaryRow, summaryStore } from "./store.ts";
import { text } from "./text.ts";

/** A session that continues within this time gets no summary. */
const settleMs = 2_000;
/** The minimum time between automatic attempts for the same session. */
const intervalMs = 2 * 60_000;
const messagesRead = 80;
const messageLimit = 2_000;
const errorLimit = 500;

export type SummaryService = ReturnType<typeof summaryService>;

/** Keeps one short status summary per session. */
export function summaryService(deps: SummaryDeps) {
  const { database, clock, jobs, sessions, transcripts } = deps;
  const store = summaryStore(database);

  /** Stores the attempt and its job in one transaction. */
  function begin(session: SessionRow): SummaryVerdict {
    const now = clock.now();
    const lineCount = transcripts.lineCount(session.id);
    const verdict = decideSummary({ attempts: store.find(session.id), lineCount, now });
    if (verdict !== "write") return verdict;
    const claim: Claim = { sessionId: session.id, requestedAt: now };
    store.claim(claim, lineCount);
    jobs.add(writeSummaryJob, claim);
    deps.changed(session.id);
    return verdict;
  }

  return {
    ...summaryStatus(deps, store),

    /** E21. Does not start a second attempt if one is running or the summary is current. */
    regenerate(reference: string): { session_id: number; message: string } {
      return database.transaction(() => {
        const session = sessions.find(reference);
        const verdict = begin(session);
        if (verdict === "no_transcript") throw summaryRefusal("no_transcript");
        return { session_id: session.id, message: text.accepted[verdict] };
      });
    },

    /** Inside the transaction of a transition. */
    onTransition({ after: { id, agentRuntime }, event }: Transition): void {
      if (!endsTurn(event) || !deps.model.offered(agentRuntime)) return;
      const last = store.find(id)?.requestedAt ?? 0;
      const runAt = Math.max(clock.now() + settleMs, last + intervalMs);
      jobs.add(summaryDueJob, { sessionId: id }, { runAt });
    },

    /** Begins an attempt if the session is still idle and has a clone. */
    async due(sessionId: number): Promise<void> {
      const session = sessions.byId(sessionId);
      if (!session || !isIdle(session) || !(await deps.hasClone(session))) return;
      database.transaction(() => sessions.byId(sessionId) && begin(session));
    },

    /** Runs an attempt, unless a newer one has replaced it. */
    async write(claim: Claim, signal: AbortSignal): Promise<JobResult> {
      const session = sessions.byId(claim.sessionId);
      const row = store.find(claim.sessionId);
      if (!session || row?.state !== "pending" || row.requestedAt !== claim.requestedAt) return undefined;
      const { messages, total } = await deps.readConversation(
        { id: session.id, runtime: session.agentRuntime },
        { limit: messagesRead, contentLimit: messageLimit },
      );
      const asked = { source: "status_summary", ...summaryPrompt(messages), signal } as const;
      const answer = await deps.model.ask(session, asked);
      if (answer.kind === "stopped") return { againAt: clock.now() };
      const outcome = outcomeOf(answer, row, { redact: deps.redact, now: clock.now(), messageCount: total });
      if (store.settle(claim, outcome)) deps.changed(session.id);
      return undefined;
    },
  };
}

type Outcome = Partial<SummaryRow>;

/** If no model is available, the previous state stays and the reason is stored. */
function outcomeOf(
  answer: Exclude<SmallModelAnswer, { kind: "stopped" }>,
  row: SummaryRow,
  at: { redact(text: string): string; now: number; messageCount: number },
): Outcome {
  const failed = (message: string): Outcome => ({
    state: "failed",
    error: at.redact(message).slice(0, errorLimit),
  });
  switch (answer.kind) {
    case "answered": {
      const summary = readSummary(at.redact(answer.text));
      if (summary === null) return failed(text.noSummary);
      return {
        state: "ready",
        summary,
        error: null,
        generatedLineCount: row.requestedLineCount ?? 0,
        generatedMessageCount: at.messageCount,
        generatedAt: at.now,
      };
    }
    case "unavailable":
      return { ...failed(answer.reason), state: row.summary === null ? "idle" : "ready" };
    case "failed":
      return failed(answer.message);
  }
}
