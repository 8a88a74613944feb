import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { reasonOf } from "./failure-reason.ts";
import type { McpOauth } from "./oauth-client.ts";
import { endpointProblem, isRenewalDue, isUsable } from "./rules.ts";
import type { ConnectionRow, ConnectionStore } from "./store.ts";
import type { TokenStorage } from "./token-storage.ts";

export interface RenewalDeps {
  store: ConnectionStore;
  tokenStorage: TokenStorage;
  protocol: Pick<McpOauth, "renew">;
  clock: Clock;
  log: Logger;
  /** The tokens are others now. */
  renewed(): void;
  /** The sign-in is over, and the person has to sign in again. */
  lost(row: ConnectionRow): void;
}

/** Keeps sign-ins alive. However many ask at once, a server is asked once. */
export function renewal(deps: RenewalDeps) {
  const { store, tokenStorage, clock, log } = deps;
  const underway = new Map<number, Promise<void>>();

  function lose(row: ConnectionRow, why: string): void {
    store.update(row.id, { status: "reconnect", lastError: why, updatedAt: clock.now() });
    log.warn(`[connectors] the sign-in to ${row.serverName} is over: ${why}`);
    deps.lost(row);
  }

  async function ask(row: ConnectionRow): Promise<void> {
    const held = tokenStorage.read(row.id);
    const problem = endpointProblem(row.tokenEndpoint);
    if (!held) return lose(row, "its tokens are gone from the secret store");
    if (problem !== null) return lose(row, `the stored token endpoint ${problem}`);
    if (held.tokens.refresh_token === undefined) {
      const isOver = row.accessExpiresAt !== null && row.accessExpiresAt <= clock.now();
      return isOver ? lose(row, "it ran out, and the server gave nothing to renew it with") : undefined;
    }
    const { discovery } = row;
    if (discovery === null) return lose(row, "the stored details of its server are damaged");
    const answer = await deps.protocol.renew({ discovery, ...held }, row.serverUrl);
    // The person may have signed in or out meanwhile.
    if (store.byId(row.id)?.updatedAt !== row.updatedAt) return;
    if (answer.kind === "refused") return lose(row, `the server refused to renew it (${answer.why})`);
    const now = clock.now();
    const { expires_in: seconds, scope } = answer.tokens;
    tokenStorage.write(row.id, { ...held, tokens: answer.tokens });
    store.update(row.id, {
      accessExpiresAt: seconds === undefined ? null : now + seconds * 1_000,
      ...(scope !== undefined && { scope }),
      lastRefreshedAt: now,
      lastError: null,
      updatedAt: now,
    });
    deps.renewed();
  }

  /** A server that does not answer costs nothing but the time: the token may still be good, and there are more tries. */
  async function askSafely(row: ConnectionRow): Promise<void> {
    try {
      await ask(row);
    } catch (error) {
      const why = reasonOf(error);
      log.warn(`[connectors] the sign-in to ${row.serverName} was not renewed: ${why}`);
      if (store.byId(row.id)) store.update(row.id, { lastError: why });
    }
  }

  function renew(row: ConnectionRow): Promise<void> {
    const running = underway.get(row.id);
    if (running) return running;
    const started = askSafely(row).finally(() => underway.delete(row.id));
    underway.set(row.id, started);
    return started;
  }

  /** Where the secret store cannot be read now it says so itself, once the tokens are needed. */
  function hasTokens(id: number): boolean {
    try {
      return tokenStorage.read(id) !== null;
    } catch {
      return true;
    }
  }

  /** Renews those of the sign-ins that need it now; never throws. */
  const renewDue = async (rows: readonly ConnectionRow[]): Promise<void> => {
    const now = clock.now();
    const due = rows.filter((row) => isRenewalDue(row, now) || (isUsable(row) && !hasTokens(row.id)));
    await Promise.all(due.map(renew));
  };

  return { renewDue };
}
