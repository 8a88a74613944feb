import type { JobResult } from "../../../jobs/definition.ts";
import type { SessionRow, Transition } from "../sessions/index.ts";
import { summaryRefusal } from "./errors.ts";
import { summaryDueJob, writeSummaryJob } from "./jobs.ts";
import type { SmallModelAnswer, SummaryDeps } from "./ports.ts";
import { summaryQuestion } from "./questions.ts";
import { summaryReading } from "./reading.ts";
import { decideSummary, endsWork, isAtRest, readSummary, type SummaryVerdict } from "./rules.ts";
import { type Claim, type SummaryRow, summaryStore } from "./store.ts";

/** A session that goes on at once is not worth a summary. */
const settleMs = 2_000;
/** Between two automatic attempts at the same session; what comes to rest meanwhile shares the next. */
const intervalMs = 2 * 60_000;
const messagesRead = 80;
const messageLimit = 2_000;
const errorLimit = 500;

export type SummaryService = ReturnType<typeof summaryService>;

/** Keeps one short text a session on where it stands. */
export function summaryService(deps: SummaryDeps) {
  const { database, clock, jobs, sessions, transcripts } = deps;
  const store = summaryStore(database);

  /** The attempt and its job are one write, so that a crash leaves neither without the other. */
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
    ...summaryReading(deps, store),

    /** E21. Nothing is asked twice: an attempt under way, or a text that still holds, answers too. */
    regenerate(reference: string): { session_id: number; message: string } {
      return database.transaction(() => {
        const session = sessions.find(reference);
        const verdict = begin(session);
        if (verdict === "no_transcript") throw summaryRefusal("no_transcript");
        return { session_id: session.id, message: accepted[verdict] };
      });
    },

    /** Inside the transaction of a transition. */
    onTransition({ after: { id, agentRuntime }, event }: Transition): void {
      if (!endsWork(event) || !deps.model.offered(agentRuntime)) return;
      const last = store.find(id)?.requestedAt ?? 0;
      const runAt = Math.max(clock.now() + settleMs, last + intervalMs);
      jobs.add(summaryDueJob, { sessionId: id }, { runAt });
    },

    /** Begins an attempt where the session still rests and is worth one. */
    async due(sessionId: number): Promise<void> {
      const session = sessions.byId(sessionId);
      if (!session || !isAtRest(session) || !(await deps.hasClone(session))) return;
      database.transaction(() => sessions.byId(sessionId) && begin(session));
    },

    /** Carries out an attempt, unless another has taken its place. */
    async write(claim: Claim, signal: AbortSignal): Promise<JobResult> {
      const session = sessions.byId(claim.sessionId);
      const row = store.find(claim.sessionId);
      if (!session || row?.state !== "pending" || row.requestedAt !== claim.requestedAt) return undefined;
      const { messages, total } = transcripts.conversation(
        { id: session.id, runtime: session.agentRuntime },
        { limit: messagesRead, contentLimit: messageLimit },
      );
      const asked = { source: "status_summary", ...summaryQuestion(messages), signal } as const;
      const answer = await deps.model.ask(session, asked);
      if (answer.kind === "stopped") return { againAt: clock.now() };
      const outcome = outcomeOf(answer, row, { redact: deps.redact, now: clock.now(), messageCount: total });
      if (store.settle(claim, outcome)) deps.changed(session.id);
      return undefined;
    },
  };
}

const accepted: Record<Exclude<SummaryVerdict, "no_transcript">, string> = {
  write: "The status summary is being written",
  being_written: "The status summary is being written already",
  current: "Nothing was said since the status summary was written; it still holds",
};

type Outcome = Partial<SummaryRow>;

/** Without a model to ask, the session is where it was, with the reason on it. */
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
      if (summary === null) return failed("The small model gave no summary");
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
