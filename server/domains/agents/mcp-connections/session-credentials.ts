import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { McpServer } from "../../../runtimes/runtime.ts";
import type { SignInServer } from "./ports.ts";
import { canonicalUrl, isUsable } from "./rules.ts";
import type { ConnectionRow, ConnectionStore } from "./store.ts";
import { secretsOf, type TokenStorage } from "./token-storage.ts";

interface AccessDeps {
  store: ConnectionStore;
  tokenStorage: TokenStorage;
  clock: Clock;
  log: Logger;
  /** Of the catalog as it is now. */
  servers(): readonly SignInServer[];
}

/** What sessions get from the sign-ins, and what they lack. */
export function connectionAccess({ store, tokenStorage, log, servers }: AccessDeps) {
  function rowOf(serverName: string): ConnectionRow | undefined {
    const url = canonicalUrl(servers().find(({ name }) => name === serverName)?.target?.url ?? "");
    return url === null ? undefined : store.byUrl(url);
  }

  function usable(serverName: string): boolean {
    const row = rowOf(serverName);
    return row !== undefined && isUsable(row);
  }

  function authorized(server: McpServer): McpServer {
    if (server.type === "stdio") return server;
    const url = canonicalUrl(server.url);
    const isSignIn = servers().some(({ target }) => target && canonicalUrl(target.url) === url);
    const row = isSignIn && url !== null ? store.byUrl(url) : undefined;
    const stored = row && isUsable(row) ? tokenStorage.read(row.id) : null;
    if (!stored) return server;
    const kept = Object.entries(server.headers).filter(([name]) => name.toLowerCase() !== "authorization");
    const authorization = `Bearer ${stored.tokens.access_token}`;
    return { ...server, headers: { ...Object.fromEntries(kept), Authorization: authorization } };
  }

  return {
    rowOf,

    /** The servers without a working sign-in. */
    lacking: <Server extends { name: string }>(of: readonly Server[]): Server[] =>
      of.filter(({ name }) => !usable(name)),

    /** The servers whose stored sign-in stopped working. */
    lost: <Server extends { name: string }>(of: readonly Server[]): Server[] =>
      of.filter(({ name }) => {
        const row = rowOf(name);
        return row !== undefined && !isUsable(row);
      }),

    /**
     * Adds the access token to the headers of each server with a sign-in. The agent keeps it for its turn: if it
     * expires meanwhile, the server answers 401, and the next turn gets a new one.
     */
    authorize: (list: readonly McpServer[]): McpServer[] => list.map(authorized),

    /** The values to redact. Those that cannot be read are not given to agents either. */
    secretValues(): { name: string; value: string }[] {
      try {
        return store.all().flatMap(({ id }) => {
          const stored = tokenStorage.read(id);
          return stored === null ? [] : secretsOf(stored);
        });
      } catch (error) {
        log.warn({ err: error }, "[connectors] the stored sign-ins cannot be read");
        return [];
      }
    },
  };
}
