import { access, constants } from "node:fs/promises";
import type { ComposeDeps } from "./compose.ts";
import type { Domains } from "./compose-domains.ts";
import type { Ground } from "./compose-ground.ts";
import { composeSelfSession } from "./compose-self.ts";
import { boardRoutes } from "./domains/board/index.ts";
import { changeRoutes } from "./domains/changes/index.ts";
import { cliRoutes } from "./domains/clis/index.ts";
import { configRoutes } from "./domains/configs/index.ts";
import { elicitationRoutes } from "./domains/elicitations/index.ts";
import { forkRoutes } from "./domains/forks/index.ts";
import { healthRoutes, healthService } from "./domains/health/index.ts";
import { hierarchyRoutes } from "./domains/hierarchy/index.ts";
import { notificationRoutes } from "./domains/notifications/index.ts";
import { pullRequestRoutes } from "./domains/pull-requests/index.ts";
import { sessionLogRoutes } from "./domains/session-logs/index.ts";
import { overviewRoutes } from "./domains/session-overview/index.ts";
import { upkeepRoutes } from "./domains/session-upkeep/index.ts";
import { type SessionService, sessionRoutes } from "./domains/sessions/index.ts";
import { subagentRoutes } from "./domains/subagents/index.ts";
import { summaryRoutes } from "./domains/summaries/index.ts";
import { archiveRoutes } from "./domains/transcript-archive/index.ts";
import { transcriptRoutes } from "./domains/transcripts/index.ts";
import { messageRoutes, turnRoutes } from "./domains/turns/index.ts";
import type { Endpoint } from "./http/mount.ts";

export type Parts = Ground & Domains & { closing: AbortSignal };

/** Every operation the service answers. */
export function composeEndpoints(deps: ComposeDeps, parts: Parts): Endpoint[] {
  const { sessions, turns, messages, feed, workspaces, closing } = parts;
  const { database, settings, log, version } = deps;
  const resolve = (reference: string): number => sessions.find(reference).id;
  const health = healthService({
    checks: [
      { name: "database", run: () => database.sql.prepare("SELECT COUNT(*) FROM jobs").get() },
      { name: "disk", run: () => access(settings.dataFolder, constants.W_OK) },
    ],
    log: (name, error) => log.error({ err: error, check: name }, "health check failed"),
  });
  return [
    ...healthRoutes(health),
    ...sessionRoutes({ sessions, remove: (reference) => turns.remove(reference) }),
    ...overviewRoutes(parts.overview),
    ...hierarchyRoutes(parts.hierarchy),
    ...turnRoutes(turns),
    ...messageRoutes({ messages, turns, resolve }),
    ...upkeepRoutes(parts.upkeep),
    ...sessionLogRoutes(parts.logs, resolve),
    ...elicitationRoutes(parts.elicitations),
    ...subagentRoutes(parts.subagents),
    ...transcriptRoutes(parts.largeReads, (reference) => {
      const { id, agentRuntime } = sessions.find(reference);
      return { id, runtime: agentRuntime };
    }),
    ...archiveRoutes(parts.archive),
    ...changeRoutes(parts.changes),
    ...cliRoutes(parts.clis),
    ...forkRoutes(parts.forks),
    ...pullRequestRoutes(parts.authorizeMerge),
    ...summaryRoutes(parts.summaries),
    ...notificationRoutes(parts.notifications),
    ...composeSelfSession(deps, parts),
    ...configRoutes({ ...parts, defaultRuntime: settings.defaultRuntime }),
    ...boardRoutes({ feed, version, counts: () => countByStatus(sessions), workspaces, closing }),
  ];
}

export function countByStatus(sessions: SessionService) {
  const counts = { running: 0, waiting: 0, needs_input: 0, failed: 0 };
  for (const { status, count } of sessions.statusCounts()) if (status !== "archived") counts[status] = count;
  return counts;
}
