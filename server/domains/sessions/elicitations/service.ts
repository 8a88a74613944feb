import type { JobResult } from "../../../jobs/definition.ts";
import { invalid } from "../../../lib/errors.ts";
import { elicitationAsking } from "./asking.ts";
import { closeWithTurn, elicitationClosing } from "./closing.ts";
import { elicitationRefusal } from "./errors.ts";
import type { AnswerAction, Elicitation, ElicitationOutcome, FormContent } from "./model.ts";
import type { ElicitationDeps } from "./ports.ts";
import { isNumber, problemsOf } from "./rules.ts";
import { type ElicitationRow, elicitationStore } from "./store.ts";
import { openView, outcomeView, schemaOf } from "./view.ts";

export type ElicitationService = ReturnType<typeof elicitationService>;

/** Questions that a session's MCP servers ask the person while the agent that called them waits. */
export function elicitationService(deps: ElicitationDeps) {
  const { database, clock, sessions, sessionLog } = deps;
  const store = elicitationStore(database);
  const closing = elicitationClosing(deps, store);

  /** Digits are a number and nothing else: an asker chooses its request id. Expired first where its time is over. */
  function find(reference: string): ElicitationRow {
    const row = isNumber(reference) ? store.byId(Number(reference)) : store.byRequest(reference);
    if (!row) throw elicitationRefusal("not_found");
    return closing.expireIfDue(row);
  }

  return {
    ...elicitationAsking(deps, store, closing),
    onTransition: closeWithTurn(deps, store, closing.close),

    /** E143. An accepted answer fits the form that was asked for. `by` is told to the timeline. */
    respond(
      reference: string,
      answer: { action: AnswerAction; content?: FormContent | null | undefined },
      by: string,
    ): ElicitationOutcome {
      const row = find(reference);
      if (row.status !== "pending") throw elicitationRefusal("resolved", { status: row.status });
      const content = answer.action === "accept" ? readAnswer(row, answer.content ?? {}) : null;
      return database.transaction(() => {
        const closed = closing.close(row, { status: answer.action, content, responder: by });
        sessionLog.note(row.sessionId, "info", `The question was answered (${answer.action}) by ${by}`);
        closing.goOn(row.sessionId, { lostElicitation: null });
        return outcomeView(closed);
      });
    },

    /** Something is asked that nobody has answered yet. */
    isAsking: (sessionId: number): boolean => store.hasOpen(sessionId),

    /** E54. */
    list(reference: string): Elicitation[] {
      const now = clock.now();
      return store
        .open(sessions.find(reference).id)
        .filter(({ expiresAt }) => expiresAt > now)
        .map(openView);
    },

    /** Run at the deadline; answers when to come again, should the clock have been set back. */
    expire(id: number): JobResult {
      const row = store.byId(id);
      if (row?.status === "pending" && row.expiresAt > clock.now()) return { againAt: row.expiresAt };
      if (row) closing.expireIfDue(row);
      return undefined;
    },
  };
}

/** The answer as it is kept; throws a sentence for each field that does not fit. */
function readAnswer(row: ElicitationRow, content: FormContent): string {
  const problems = problemsOf(content, schemaOf(row));
  if (problems.length > 0) throw invalid(problems);
  const given = Object.entries(content).filter(([, value]) => value !== null && value !== undefined);
  return JSON.stringify(Object.fromEntries(given));
}
