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

/** What sessions get of the sign-ins, and what they lack. */
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
    const held = row && isUsable(row) ? tokenStorage.read(row.id) : null;
    if (!held) return server;
    const kept = Object.entries(server.headers).filter(([name]) => name.toLowerCase() !== "authorization");
    const authorization = `Bearer ${held.tokens.access_token}`;
    return { ...server, headers: { ...Object.fromEntries(kept), Authorization: authorization } };
  }

  return {
    rowOf,

    /** Those of these servers that nobody is signed in to. */
    lacking: <Server extends { name: string }>(of: readonly Server[]): Server[] =>
      of.filter(({ name }) => !usable(name)),

    /** Those of these servers whose stored sign-in stopped working. */
    lost: <Server extends { name: string }>(of: readonly Server[]): Server[] =>
      of.filter(({ name }) => {
        const row = rowOf(name);
        return row !== undefined && !isUsable(row);
      }),

    /**
     * The servers with the access token in the header of each that somebody is signed in to. The agent holds it for
     * its turn; one that runs out meanwhile is answered with 401 by the server, and the next turn has a new one.
     */
    authorize: (list: readonly McpServer[]): McpServer[] => list.map(authorized),

    /** What must be recognised in what agents print. What cannot be read is not given to agents either. */
    secretValues(): { name: string; value: string }[] {
      try {
        return store.all().flatMap(({ id }) => {
          const held = tokenStorage.read(id);
          return held === null ? [] : secretsOf(held);
        });
      } catch (error) {
        log.warn({ err: error }, "[connectors] the stored sign-ins cannot be read");
        return [];
      }
    },
  };
}
