import type { SessionRow } from "../sessions/index.ts";
import { elicitationRefusal } from "./errors.ts";
import { expireElicitationJob } from "./jobs.ts";
import type { ElicitationOutcome, NewElicitation } from "./model.ts";
import type { ElicitationDeps } from "./ports.ts";
import type { ElicitationResolution } from "./resolution.ts";
import { deadline, summaryOf } from "./rules.ts";
import type { ElicitationRow, ElicitationStore } from "./store.ts";
import { text } from "./text.ts";
import { isSameQuestion, outcomeView, type Question, readQuestion } from "./view.ts";

/** A session with more open elicitations than this has a runaway program. */
const openLimit = 100;

/** The operations of a session's MCP servers; the token in the path is their only credential. */
export function elicitationRequests(
  deps: ElicitationDeps,
  store: ElicitationStore,
  resolution: ElicitationResolution,
) {
  const { database, clock, jobs, access, sessions, sessionLog } = deps;

  function sessionOf(token: string): SessionRow {
    const id = access.sessionOf(token);
    const row = id === null ? undefined : sessions.byId(id);
    if (!row) throw elicitationRefusal("unknown_token");
    return row;
  }

  function open(session: SessionRow, question: Question): ElicitationRow {
    if (store.open(session.id).length >= openLimit)
      throw elicitationRefusal("too_many", { limit: openLimit });
    const { askedDeadline, ...content } = question;
    const now = clock.now();
    const expiresAt = deadline(askedDeadline, access.defaultLifetimeMs, now);
    const row = store.insert({
      ...content,
      sessionId: session.id,
      status: "pending",
      expiresAt,
      createdAt: now,
    });
    jobs.add(expireElicitationJob, { id: row.id }, { runAt: expiresAt });
    sessionLog.note(session.id, "info", text.asked(summaryOf(row.message)));
    if (session.status === "running" && session.runningJobId !== null)
      sessions.transition(session, { kind: "elicitation_opened" }, { lostElicitation: null });
    deps.changed(session.id);
    deps.notify(session.id, row.requestId, row.message);
    return row;
  }

  return {
    open,
    /** E144. Repeating the same request returns the same answer. */
    ask(token: string, input: NewElicitation) {
      const session = sessionOf(token);
      if (session.status === "archived") throw elicitationRefusal("unknown_token");
      const question = readQuestion(input, deps);
      // Outside of the transaction, whose end would take the line in the log back.
      if (!store.byRequest(question.requestId)) deps.spend(session.id);
      return database.transaction(() => {
        const known = store.byRequest(question.requestId);
        if (known && (known.sessionId !== session.id || !isSameQuestion(known, question)))
          throw elicitationRefusal("duplicate_request", { requestId: question.requestId });
        const { requestId } = known ?? open(sessions.find(String(session.id)), question);
        const pollUrl = `${access.urlWith(token)}/${encodeURIComponent(requestId)}`;
        return {
          requestId,
          action: "pending" as const,
          _meta: { "com.pulsemcp/request-id": requestId, "com.pulsemcp/poll-url": pollUrl },
        };
      });
    },

    /** E145. A token reads only its own session's elicitations. */
    poll(token: string, requestId: string): ElicitationOutcome {
      const session = sessionOf(token);
      const row = store.byRequest(requestId);
      if (row?.sessionId !== session.id) throw elicitationRefusal("not_found");
      return outcomeView(resolution.expireIfDue(row));
    },
  };
}
