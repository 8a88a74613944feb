import type { Request } from "express";
import { registerAccountJobs } from "../domains/agents/accounts/index.ts";
import type { CatalogService } from "../domains/agents/catalog/index.ts";
import {
  type ConnectorService,
  connectorRoutes,
  connectorService,
  connectorText,
  mcpOauth,
  registerConnectorJobs,
  type WaitingSession,
} from "../domains/agents/mcp-connections/index.ts";
import type { NotificationService } from "../domains/inbox/notifications/index.ts";
import type { SessionRow } from "../domains/sessions/sessions/index.ts";
import { originOf } from "../http/service-origin.ts";
import { safeFetch } from "../lib/fetch/index.ts";
import type { SecretStore } from "../lib/secret-store/index.ts";
import type { Settings } from "../settings.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";
import { signInsOf } from "./session-settings.ts";

/** The owner's sign-ins at the MCP servers of the catalog. */
export function composeConnectors(
  { database, clock, log, settings }: ComposeDeps,
  { catalog, secrets }: { catalog: CatalogService; secrets: SecretStore },
): ConnectorService {
  return connectorService({
    database,
    secrets,
    clock,
    log,
    servers: () =>
      catalog.signInServers().map(({ target, ...server }) => ({
        ...server,
        target: server.problem === null ? { ...target, redirectUri: target.oauth.redirectUri } : null,
      })),
    protocol: mcpOauth({
      fetchFor: (serverUrl) => safeFetchFor(settings, serverUrl),
      clientMetadataUrl: settings.mcpClientMetadataUrl,
    }),
  });
}

/**
 * `fetch` for addresses that a foreign document chose. Private addresses are allowed for hosts that the owner listed and
 * for the origin of `chosen`, which the owner configured.
 */
export function safeFetchFor(
  { privateHosts }: Pick<Settings, "privateHosts">,
  chosen?: string,
): typeof fetch {
  const own = chosen === undefined ? null : new URL(chosen).origin;
  return safeFetch({
    mayBePrivate: ({ origin, host, hostname }) =>
      origin === own || privateHosts.includes(host) || privateHosts.includes(hostname),
  });
}

/** Connects sign-ins to sessions: a new sign-in resumes parked sessions, a lost one notifies the person. */
export function composeConnectorEndpoints(
  { settings }: ComposeDeps,
  platform: Platform,
  { sessions, turns, notifications }: Core & { notifications: NotificationService },
) {
  const { accounts, connectors, catalog, jobs } = platform;
  registerConnectorJobs(jobs, connectors);
  registerAccountJobs(jobs, accounts);
  connectors.onChange(turns.reviewParked);
  accounts.onChange(turns.reviewAccounts);
  accounts.onRefused(({ runtime, sessionId, message }) => {
    const asked = sessionId ?? newestOf(({ agentRuntime }) => agentRuntime === runtime)?.id;
    if (asked !== undefined) notifications.push({ session_id: asked, message });
  });
  connectors.onLost(({ serverName }) => {
    const newest = newestOf((row) => signInsOf(catalog, row).some(({ name }) => name === serverName));
    if (!newest) return;
    notifications.push({ session_id: newest.id, message: connectorText.lostNotification(serverName) });
  });

  /** An open session that is concerned, a running one before others. */
  const newestOf = (isConcerned: (row: SessionRow) => boolean): SessionRow | undefined =>
    (["running", "waiting", "needs_input"] as const)
      .flatMap((status) => sessions.withStatus(status))
      .find(isConcerned);

  const waiting = (): WaitingSession[] =>
    sessions.waiting(["parked"]).flatMap(({ id, title, oauthRequiredServers }) => {
      const servers = oauthRequiredServers.map(({ server_name }) => server_name);
      return servers.length === 0 ? [] : [{ id, title, servers }];
    });

  return connectorRoutes({
    connectors,
    waiting,
    originOf: (request: Request) => originOf(request, settings.origin),
  });
}
