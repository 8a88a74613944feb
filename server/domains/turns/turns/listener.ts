import type { Event } from "../../../runtimes/event.ts";
import type { AgentListener } from "../../../runtimes/runtime.ts";
import type { TurnDeps } from "./ports.ts";
import { expectsTurn } from "./queueing.ts";
import type { TurnStore } from "./store.ts";
import { text } from "./text.ts";

/**
 * Stores what a running agent reports: its process, its conversation, and events worth a line in the session log. Never
 * throws, as runtimes rely on that: a full disk ends neither the turn nor the process.
 */
export function turnListener(
  deps: TurnDeps,
  store: TurnStore,
  of: {
    sessionId: number;
    turnId: number;
    touch(): void;
    onSign: AgentListener["onSign"];
    onQuota(windows: Extract<Event, { kind: "quota" }>["windows"]): void;
  },
): AgentListener {
  const { sessions, clock, database } = deps;
  const { sessionId, turnId, touch } = of;

  function safely(write: () => void): void {
    try {
      write();
    } catch (error) {
      deps.log.error({ err: error, session: sessionId }, "the agent's report was not stored");
    }
  }

  function begin(pid: number): void {
    store.update(turnId, { state: "running", pid, startedAt: clock.now() });
    const row = sessions.byId(sessionId);
    // Paused, asleep or held before the process started: that process is being stopped.
    if (
      row === undefined ||
      !expectsTurn(row) ||
      row.blockedOnElicitation ||
      row.waitingKind === "spot_queue"
    )
      return;
    const job = { runningJobId: row.jobId ?? row.runningJobId, jobId: null, retryAt: null };
    sessions.transition(row, { kind: "turn_started" }, { ...job, failureReason: null, failureDetail: null });
  }

  function keepConversation(id: string): void {
    const row = sessions.byId(sessionId);
    if (row && row.conversationId !== id) sessions.write(row, { conversationId: id });
  }

  return {
    onProcess: (pid) => safely(() => database.transaction(() => begin(pid))),
    onConversation(id) {
      safely(() => keepConversation(id));
      touch();
    },
    onActivity: touch,
    onSign: of.onSign,
    onQuestion: (question) => deps.ask(sessionId, question),
    onEvent: (event) =>
      safely(() => (event.kind === "quota" ? of.onQuota(event.windows) : note(deps, sessionId, event))),
  };
}

function note(
  { sessionLog, partial, activity, reportedUsage }: TurnDeps,
  sessionId: number,
  event: Exclude<Event, { kind: "quota" }>,
): void {
  switch (event.kind) {
    case "partial_text":
      return partial(sessionId, event.text);
    case "activity":
      return activity.step(sessionId, event.step);
    case "usage":
      return reportedUsage(sessionId, event.usage);
    case "retrying":
      return sessionLog.note(sessionId, "warning", text.log.providerRetry(event.message, event.attempt));
    case "mcp_server_failed":
      return sessionLog.note(sessionId, "warning", text.log.mcpServerFailed(event.server, event.message));
    case "compacted":
      return sessionLog.note(sessionId, "info", text.log.compacted);
    case "notice":
      return sessionLog.note(sessionId, event.level, event.message);
  }
}
