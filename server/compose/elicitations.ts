import type { NotificationService } from "../domains/inbox/notifications/index.ts";
import {
  type ElicitationAccess,
  type ElicitationService,
  elicitationService,
  registerElicitationJobs,
} from "../domains/sessions/elicitations/index.ts";
import { redactJsonLine } from "../lib/redaction/index.ts";
import type { Equipment, McpServer } from "../runtimes/runtime.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

export function composeElicitations(
  { database, clock }: ComposeDeps,
  platform: Platform,
  core: Core & { notifications: NotificationService },
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
    redact: (text) => redactor.redact(text),
    redactLine: (line) => redactJsonLine(redactor, line),
    changed: feed.elicitations,
    notify: core.notifications.notifyElicitation,
    withdraw: core.notifications.withdrawElicitation,
  });
  registerElicitationJobs(jobs, elicitations);
  return elicitations;
}

/** A call waits a minute longer than the question it may ask. */
const callMarginMs = 60_000;

/**
 * Tells a session's servers where to ask: not every CLI hands its own environment on to those it starts. What a
 * server sets itself stays.
 */
export function withElicitation(
  equipment: Equipment,
  access: ElicitationAccess,
  sessionId: number,
): Equipment {
  const toolTimeoutSec = Math.ceil((access.lastingMs + callMarginMs) / 1_000);
  const extend = (server: McpServer): McpServer =>
    server.type === "stdio"
      ? { toolTimeoutSec, ...server, env: { ...access.environment(sessionId), ...server.env } }
      : server;
  return { ...equipment, mcpServers: equipment.mcpServers.map(extend) };
}
