import { access, constants } from "node:fs/promises";
import type { Request } from "express";
import type { ComposeDeps } from "../compose.ts";
import { resourceRoutes } from "../domains/agent-resources/index.ts";
import { apiKeyRoutes } from "../domains/api-keys/index.ts";
import { artifactRoutes } from "../domains/artifacts/index.ts";
import { boardRoutes } from "../domains/board/index.ts";
import { changeRoutes } from "../domains/changes/index.ts";
import { openerRoutes } from "../domains/clone-openers/index.ts";
import { configRoutes } from "../domains/configs/index.ts";
import { elicitationRoutes } from "../domains/elicitations/index.ts";
import { forkRoutes } from "../domains/forks/index.ts";
import { aboutService, healthRoutes, healthService } from "../domains/health/index.ts";
import { hierarchyRoutes } from "../domains/hierarchy/index.ts";
import { identityRoutes } from "../domains/identity/index.ts";
import { notificationRoutes, preferenceRoutes } from "../domains/notifications/index.ts";
import { pullRequestRoutes } from "../domains/pull-requests/index.ts";
import { type Holder, pushRoutes } from "../domains/push/index.ts";
import { sessionLogRoutes } from "../domains/session-logs/index.ts";
import { overviewRoutes } from "../domains/session-overview/index.ts";
import { sessionStateRoutes } from "../domains/session-states/index.ts";
import { upkeepRoutes } from "../domains/session-upkeep/index.ts";
import { type SessionService, sessionRoutes } from "../domains/sessions/index.ts";
import { subagentRoutes } from "../domains/subagents/index.ts";
import { summaryRoutes } from "../domains/summaries/index.ts";
import { usageRoutes } from "../domains/token-usage/index.ts";
import { archiveRoutes } from "../domains/transcript-archive/index.ts";
import { transcriptRoutes } from "../domains/transcripts/index.ts";
import { triggerRoutes } from "../domains/triggers/index.ts";
import { messageRoutes, turnRoutes } from "../domains/turns/index.ts";
import { browserName, webSignInRoutes } from "../domains/web-sign-in/index.ts";
import { cameFromLan } from "../http/guard.ts";
import type { Endpoint } from "../http/mount.ts";
import type { Domains } from "./domains.ts";
import type { Ground } from "./ground.ts";
import { composeMcp } from "./mcp.ts";
import { pluginEndpoints } from "./plugins.ts";
import { settingsEndpoints } from "./settings.ts";

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
  const about = aboutService({
    version,
    dataFolder: settings.dataFolder,
    startedAt: deps.clock.now(),
    sqlite: () => database.sql.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "",
  });
  const served = [
    ...healthRoutes(health, about),
    ...sessionRoutes({
      sessions,
      remove: (reference) => turns.remove(reference),
      note: (id, text) => parts.timeline.note(id, "info", text),
    }),
    ...overviewRoutes(parts.overview),
    ...hierarchyRoutes(parts.hierarchy),
    ...turnRoutes(turns),
    ...messageRoutes({ messages, turns, resolve }),
    ...upkeepRoutes(parts.upkeep),
    ...sessionLogRoutes(parts.logs, resolve),
    ...sessionStateRoutes(parts.states, resolve),
    ...elicitationRoutes(parts.elicitations),
    ...subagentRoutes(parts.subagents),
    ...transcriptRoutes(parts.largeReads, (reference) => {
      const { id, agentRuntime } = sessions.find(reference);
      return { id, runtime: agentRuntime };
    }),
    ...archiveRoutes(parts.archive),
    ...changeRoutes(parts.changes, (reference) => parts.pullRequests.ofSession(resolve(reference))),
    ...artifactRoutes({
      find: sessions.find,
      messages,
      transcripts: parts.largeReads,
      scratchOf: workspaces.scratch,
      redact: parts.redactor.redact,
    }),
    ...openerRoutes(parts.openers),
    ...resourceRoutes(parts.resources),
    ...settingsEndpoints(parts),
    ...forkRoutes(parts.forks),
    ...pullRequestRoutes(parts.authorizeMerge),
    ...usageRoutes(parts.usage),
    ...summaryRoutes(parts.summaries),
    ...notificationRoutes(parts.notifications),
    ...preferenceRoutes(parts.preferences),
    ...pushRoutes(parts.push, { browserName, holderOf: (request) => holderOf(parts, request) }),
    ...triggerRoutes(parts.triggers),
    ...pluginEndpoints(deps, parts),
    ...apiKeyRoutes(parts.keys),
    ...identityRoutes(parts),
    ...webSignInRoutes(parts.webSignIn),
    ...parts.oauthEndpoints,
    ...parts.lanEndpoints,
    ...parts.connectorEndpoints,
    ...configRoutes({ ...parts, defaultRuntime: parts.defaults.forSessions.runtime }),
    ...boardRoutes({
      feed,
      version,
      counts: () => countByStatus(sessions),
      workspaces,
      closing,
      onSignedOut: parts.onSignedOut,
    }),
  ];
  return [...served, ...composeMcp(deps, parts, served)];
}

/** By which sign-in a browser of the board is here. */
function holderOf({ knownDevices, webSignIn }: Parts, request: Request): Holder {
  const grantId = cameFromLan(request) ? knownDevices.atDoor.desk.actorOf(request)?.grantId : undefined;
  if (grantId !== undefined) return { kind: "connection", id: grantId };
  const id = webSignIn.signInOf(request);
  return id === null ? null : { kind: "sign_in", id };
}

export function countByStatus(sessions: SessionService) {
  const counts = { running: 0, waiting: 0, needs_input: 0, failed: 0 };
  for (const { status, count } of sessions.statusCounts()) if (status !== "archived") counts[status] = count;
  return counts;
}
