import type { JobResult } from "../../../jobs/definition.ts";
import { invalid } from "../../../lib/errors.ts";
import { agentQuestions, waitingAgents } from "./agent-questions.ts";
import { elicitationRefusal } from "./errors.ts";
import type {
  AnswerAction,
  ClosedElicitation,
  Elicitation,
  ElicitationOutcome,
  FormContent,
} from "./model.ts";
import type { ElicitationDeps } from "./ports.ts";
import { elicitationRequests } from "./requests.ts";
import { closeWithTurn, elicitationResolution } from "./resolution.ts";
import { isNumber, problemsOf } from "./rules.ts";
import { type ElicitationRow, elicitationStore } from "./store.ts";
import { text } from "./text.ts";
import { closedView, openView, outcomeView } from "./view.ts";

const closedLimit = 50;

export type ElicitationService = ReturnType<typeof elicitationService>;

/** Questions that a session's MCP servers ask a person while the agent that called them waits. */
export function elicitationService(deps: ElicitationDeps) {
  const { database, clock, sessions, sessionLog } = deps;
  const store = elicitationStore(database);
  const waiting = waitingAgents();
  const resolution = elicitationResolution(deps, store, waiting.closed);

  /** Finds an elicitation by number (all digits) or request id. Expires it first if it is due. */
  function find(reference: string): ElicitationRow {
    const row = isNumber(reference) ? store.byId(Number(reference)) : store.byRequest(reference);
    if (!row) throw elicitationRefusal("not_found");
    return resolution.expireIfDue(row);
  }

  const { open, ...requests } = elicitationRequests(deps, store, resolution);
  return {
    ...requests,
    ...agentQuestions(deps, { open, waiting }),
    onTransition: closeWithTurn(deps, store, resolution.close),

    /** E143. An accepted answer must match the form. `by` goes into the session log. */
    respond(
      reference: string,
      answer: { action: AnswerAction; content?: FormContent | null | undefined },
      by: string,
    ): ElicitationOutcome {
      const row = find(reference);
      if (row.status !== "pending") throw elicitationRefusal("resolved", { status: row.status });
      const content = answer.action === "accept" ? readAnswer(row, answer.content ?? {}) : null;
      return database.transaction(() => {
        const closed = resolution.close(row, { status: answer.action, content, responder: by });
        sessionLog.note(row.sessionId, "info", text.answered(answer.action, by));
        resolution.continueSession(row.sessionId, { lostElicitation: null });
        return outcomeView(closed);
      });
    },

    /** Whether the session has an open elicitation. */
    isAsking: (sessionId: number): boolean => store.hasOpen(sessionId),

    /** E54. */
    list(reference: string): Elicitation[] {
      const now = clock.now();
      return store
        .open(sessions.find(reference).id)
        .filter(({ expiresAt }) => expiresAt > now)
        .map(openView);
    },

    /** What the conversation shows of questions that are over. */
    closed: (reference: string): ClosedElicitation[] =>
      store.closed(sessions.find(reference).id, closedLimit).flatMap(closedView),

    /** Runs at the deadline. Returns a later time if the clock was set back. */
    expire(id: number): JobResult {
      const row = store.byId(id);
      if (row?.status === "pending" && row.expiresAt > clock.now()) return { againAt: row.expiresAt };
      if (row) resolution.expireIfDue(row);
      return undefined;
    },
  };
}

/** Returns the given fields of an answer. Throws a sentence for each field that does not match the form. */
function readAnswer(row: ElicitationRow, content: FormContent): FormContent {
  const problems = problemsOf(content, row.requestedSchema);
  if (problems.length > 0) throw invalid(problems.map(text.problem));
  const given = Object.entries(content).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given);
}
