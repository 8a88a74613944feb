import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import { listeners } from "../../../lib/listeners.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { McpServer } from "../../../runtimes/runtime.ts";
import { connectorRefusal } from "./errors.ts";
import { reasonOf } from "./failure-reason.ts";
import type { Connector } from "./model.ts";
import type { McpOauth } from "./oauth-client.ts";
import type { SignInServer } from "./ports.ts";
import { isUsable } from "./rules.ts";
import { connectionAccess } from "./session-credentials.ts";
import { signingIn } from "./sign-in-flow.ts";
import { type ConnectionRow, connectionStore } from "./store.ts";
import { text } from "./text.ts";
import { renewal } from "./token-renewal.ts";
import { tokenStorage as openTokenStorage, type SignInSecrets } from "./token-storage.ts";

export type ConnectorService = ReturnType<typeof connectorService>;

/** A session that waits for a sign-in. */
export interface WaitingSession {
  id: number;
  title: string;
  servers: readonly string[];
}

interface ConnectorDeps {
  database: Database;
  secrets: SecretStore;
  clock: Clock;
  log: Logger;
  /** Of the catalog as it is now. */
  servers(): readonly SignInServer[];
  protocol: McpOauth;
}

/** The owner's sign-ins at MCP servers. */
export function connectorService(deps: ConnectorDeps) {
  const { database, clock, log, servers } = deps;
  const store = connectionStore(database);
  const tokenStorage = openTokenStorage(deps.secrets);
  /** Notified when tokens were replaced or removed. */
  const changed = listeners<void>();
  const lost = listeners<{ serverName: string }>();
  const access = connectionAccess({ ...deps, store, tokenStorage });
  const renewing = renewal({
    ...deps,
    store,
    tokenStorage,
    renewed: () => changed.notify(),
    lost: ({ serverName }) => lost.notify({ serverName }),
  });

  function find(name: string): SignInServer {
    const server = servers().find((candidate) => candidate.name === name);
    if (!server) throw connectorRefusal("server_unknown", { name });
    return server;
  }

  function view(server: SignInServer, waiting: readonly WaitingSession[]): Connector {
    const row = access.rowOf(server.name);
    return {
      server_name: server.name,
      title: server.title,
      server_url: server.url,
      ...stateOf(row),
      renews: row !== undefined && tokenStorage.read(row.id)?.tokens.refresh_token !== undefined,
      unavailable_reason: server.problem,
      waiting_sessions: waiting
        .filter((session) => session.servers.includes(server.name))
        .map(({ id, title }) => ({ id, title })),
    };
  }

  return {
    onChange: changed.add,
    onLost: lost.add,
    secretValues: access.secretValues,
    lacking: access.lacking,
    lost: access.lost,
    authorize: (list: readonly McpServer[]): McpServer[] => access.authorize(list),

    list: (waiting: readonly WaitingSession[]): Connector[] =>
      servers().map((server) => view(server, waiting)),

    ...signingIn({ ...deps, store, tokenStorage, find, changed: () => changed.notify() }),

    /** Forgets the sign-in even if the server does not revoke it. */
    async signOut(name: string, actor: Actor): Promise<{ connector: Connector; message: string }> {
      const server = find(name);
      const row = access.rowOf(name);
      if (!row) throw connectorRefusal("not_signed_in", { name });
      const stored = tokenStorage.read(row.id);
      store.remove(row.id);
      tokenStorage.remove(row.id);
      changed.notify();
      log.warn(`[connectors] ${actorName(actor)} signed out of ${name}`);
      const isRevoked = stored !== null && (await revoke(deps, row, stored));
      return { connector: view(server, []), message: text.signedOut(server.title, isRevoked) };
    },

    /** Before a turn: renews the sign-ins of these servers if they expire soon. Never throws. */
    refreshCredentials: (of: readonly { name: string }[]): Promise<void> =>
      renewing.renewDue(of.flatMap(({ name }) => access.rowOf(name) ?? [])),

    /** Run by a job, so that unused sign-ins stay valid too. */
    async renewAll(): Promise<void> {
      store.forgetExpired(clock.now());
      await renewing.renewDue(store.all());
    },
  };
}

async function revoke(
  { protocol, log }: ConnectorDeps,
  row: ConnectionRow,
  stored: SignInSecrets,
): Promise<boolean> {
  const { discovery, serverUrl } = row;
  try {
    return discovery !== null && (await protocol.revoke({ ...stored, discovery }, serverUrl));
  } catch (error) {
    log.warn(`[connectors] ${row.serverName} did not revoke its tokens: ${reasonOf(error)}`);
    return false;
  }
}

const stateOf = (row: ConnectionRow | undefined) => ({
  state:
    row === undefined ? ("never" as const) : isUsable(row) ? ("connected" as const) : ("reconnect" as const),
  issuer: row?.issuer ?? null,
  scope: row?.scope ?? null,
  expires_at: instantOrNull(row?.accessExpiresAt ?? null),
  signed_in_at: row ? instant(row.createdAt) : null,
  refreshed_at: instantOrNull(row?.lastRefreshedAt ?? null),
  last_error: row?.lastError ?? null,
});
