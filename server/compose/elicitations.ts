import type { NotificationService } from "../domains/inbox/notifications/index.ts";
import type { AgentLimits } from "../domains/sessions/agent-limits/index.ts";
import type { AttentionService } from "../domains/sessions/attention/index.ts";
import {
  type ElicitationAccess,
  type ElicitationService,
  elicitationService,
  registerElicitationJobs,
} from "../domains/sessions/elicitations/index.ts";
import { redactJson } from "../lib/redaction/index.ts";
import type { Equipment, McpServer } from "../runtimes/runtime.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

export function composeElicitations(
  { database, clock }: ComposeDeps,
  platform: Platform,
  core: Core & {
    agentLimits: AgentLimits;
    notifications: NotificationService;
    attention: Pick<AttentionService, "onQuestionChanged">;
  },
): ElicitationService {
  const { jobs, redactor, elicitationAccess } = platform;
  const { sessions, sessionLog, feed } = core;
  const elicitations = elicitationService({
    database,
    clock,
    jobs,
    access: elicitationAccess,
    sessions,
    sessionLog,
    spend: (sessionId) => core.agentLimits.spend(sessionId, "question"),
    redact: (text) => redactor.redact(text),
    redactValue: (value) => redactJson(redactor, value),
    changed(sessionId) {
      feed.elicitations(sessionId);
      core.attention.onQuestionChanged(sessionId);
    },
    notify: core.notifications.notifyElicitation,
    withdraw: core.notifications.withdrawElicitation,
  });
  registerElicitationJobs(jobs, elicitations);
  return elicitations;
}

/** A tool call may last a minute longer than the question it asks. */
const callMarginMs = 60_000;

/**
 * Gives a session's servers the address for questions: not every CLI passes its environment on to the servers it starts.
 * Variables that a server sets itself are kept.
 */
export function withElicitation(
  equipment: Equipment,
  access: ElicitationAccess,
  sessionId: number,
): Equipment {
  const toolTimeoutSec = Math.ceil((access.defaultLifetimeMs + callMarginMs) / 1_000);
  const extend = (server: McpServer): McpServer =>
    server.type === "stdio"
      ? { toolTimeoutSec, ...server, env: { ...access.environment(sessionId), ...server.env } }
      : server;
  return { ...equipment, mcpServers: equipment.mcpServers.map(extend) };
}
