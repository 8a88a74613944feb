import type { SessionRow } from "../sessions/index.ts";
import type { ElicitationClosing } from "./closing.ts";
import { elicitationRefusal } from "./errors.ts";
import { expireElicitationJob } from "./jobs.ts";
import type { ElicitationOutcome, NewElicitation } from "./model.ts";
import type { ElicitationDeps } from "./ports.ts";
import { deadline, summaryOf } from "./rules.ts";
import type { ElicitationRow, ElicitationStore } from "./store.ts";
import { asked, outcomeView, type Question, readQuestion } from "./view.ts";

/** More open questions than this in one session come from a program that has lost its way. */
const openLimit = 100;

/** What a session's MCP servers do, with the token in the path for their only credential. */
export function elicitationAsking(
  deps: ElicitationDeps,
  store: ElicitationStore,
  closing: ElicitationClosing,
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
    const expiresAt = deadline(askedDeadline, access.lastingMs, now);
    const row = store.insert({
      ...content,
      sessionId: session.id,
      status: "pending",
      expiresAt,
      createdAt: now,
    });
    jobs.add(expireElicitationJob, { id: row.id }, { runAt: expiresAt });
    sessionLog.note(session.id, "info", `A tool asks: ${summaryOf(row.message)}`);
    if (session.status === "running" && session.runningJobId !== null)
      sessions.transition(session, { kind: "elicitation_opened" }, { lostElicitation: null });
    deps.changed(session.id);
    deps.notify(session.id, row.requestId, row.message);
    return row;
  }

  return {
    /** E144. The same question sent again is answered as before. */
    ask(token: string, input: NewElicitation) {
      const session = sessionOf(token);
      if (session.status === "archived") throw elicitationRefusal("unknown_token");
      const question = readQuestion(input, deps);
      return database.transaction(() => {
        const known = store.byRequest(question.requestId);
        if (known && (known.sessionId !== session.id || !asked(known, question)))
          throw elicitationRefusal("duplicate_request", { requestId: question.requestId });
        const { requestId } = known ?? open(sessions.find(String(session.id)), question);
        const pollUrl = `${access.urlOf(session.id)}/${encodeURIComponent(requestId)}`;
        return {
          requestId,
          action: "pending" as const,
          _meta: { "com.pulsemcp/request-id": requestId, "com.pulsemcp/poll-url": pollUrl },
        };
      });
    },

    /** E145. A token sees its own session's questions alone. */
    poll(token: string, requestId: string): ElicitationOutcome {
      const session = sessionOf(token);
      const row = store.byRequest(requestId);
      if (row?.sessionId !== session.id) throw elicitationRefusal("not_found");
      return outcomeView(closing.expireIfDue(row));
    },
  };
}
