import { randomBytes } from "node:crypto";
import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { compactDigestOf } from "../../../lib/digest.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { tokenEndpointOf } from "./discovery.ts";
import { connectorRefusal } from "./errors.ts";
import { reasonOf } from "./failure-reason.ts";
import type { Returned } from "./model.ts";
import type { Leg, McpOauth } from "./oauth-client.ts";
import type { SignInServer } from "./ports.ts";
import {
  boardPath,
  canonicalUrl,
  endpointProblem,
  foreignText,
  redirectUriOf,
  refusalWords,
  signInMs,
} from "./rules.ts";
import type { ConnectionStore, SignInRow } from "./store.ts";
import type { Held, TokenStorage } from "./token-storage.ts";

interface SigningInDeps {
  database: Database;
  secrets: SecretStore;
  clock: Clock;
  log: Logger;
  protocol: McpOauth;
  store: ConnectionStore;
  tokenStorage: TokenStorage;
  /** Throws where the catalog has no such server. */
  find(name: string): SignInServer;
  /** Other tokens are in force. */
  changed(): void;
}

/** The two legs of a sign-in: to the server, and back with its answer. */
export function signingIn(deps: SigningInDeps) {
  return { begin: firstLeg(deps), finish: secondLeg(deps) };
}

/** R139, on whatever is stored. */
function judgedEndpoint({ discovery }: Leg): string {
  const endpoint = tokenEndpointOf(discovery);
  const problem = endpointProblem(endpoint);
  if (problem !== null) throw connectorRefusal("insecure_endpoint", { what: "token endpoint", problem });
  return endpoint;
}

function firstLeg({ store, find, clock, log, secrets, protocol }: SigningInDeps) {
  /** Where the person goes on. */
  return async (
    wish: { serverName: string; returnTo: string | undefined; origin: string },
    actor: Actor,
  ): Promise<string> => {
    const { serverName } = wish;
    const { target, problem } = find(serverName);
    if (!target) throw connectorRefusal("server_unavailable", { name: serverName, reason: problem ?? "" });
    const state = randomBytes(32).toString("base64url");
    const redirectUri = redirectUriOf(wish.origin, target.redirectUri);
    const { url, leg } = await protocol.begin(target, { redirectUri, state }).catch(refuse);
    judgedEndpoint(leg);
    const now = clock.now();
    store.begin({
      state: compactDigestOf(state),
      serverUrl: canonicalUrl(target.url) ?? target.url,
      serverName,
      issuer: leg.discovery.metadata?.issuer ?? leg.discovery.authorizationServer,
      sealed: secrets.seal(JSON.stringify(leg)),
      returnTo: boardPath(wish.returnTo),
      createdAt: now,
      expiresAt: now + signInMs,
    });
    log.warn(`[connectors] ${actorName(actor)} begins a sign-in to ${serverName}`);
    return url;
  };
}

function secondLeg({ database, store, tokenStorage, clock, log, secrets, protocol, changed }: SigningInDeps) {
  function take(state: string | undefined): { row: SignInRow; leg: Leg } {
    const row = state === undefined ? undefined : store.take(compactDigestOf(state));
    const opened = row && row.expiresAt > clock.now() ? secrets.open(row.sealed) : null;
    if (!row || opened === null) throw connectorRefusal("state_unknown");
    return { row, leg: JSON.parse(opened) as Leg };
  }

  function keep({ serverUrl, serverName, issuer }: SignInRow, leg: Leg, tokens: Held["tokens"]): void {
    const now = clock.now();
    const { discovery, client } = leg;
    const { id } = store.save({
      serverUrl,
      serverName,
      issuer,
      clientId: client.client_id,
      tokenEndpoint: judgedEndpoint(leg),
      discovery,
      scope: tokens.scope ?? leg.scope,
      status: "connected",
      accessExpiresAt: tokens.expires_in === undefined ? null : now + tokens.expires_in * 1_000,
      lastRefreshedAt: now,
      lastError: null,
      createdAt: now,
      updatedAt: now,
    });
    tokenStorage.write(id, { client, tokens });
  }

  /** The browser is back. Its state is good once; the answer counts only from the server that was asked. */
  return async (answer: Returned): Promise<{ serverName: string; returnTo: string }> => {
    const { row, leg } = take(answer.state);
    const { serverName, returnTo, serverUrl } = row;
    await protocol.checkIssuer(leg.discovery, answer.iss);
    if (answer.code === undefined) {
      const said = foreignText(answer.error_description ?? "");
      const words = refusalWords(answer.error ?? "nothing");
      throw connectorRefusal("refused", { said: said === "" ? `${words}.` : `${words} ("${said}").` });
    }
    const { code, iss } = answer;
    const tokens = await protocol.exchange(leg, { serverUrl, code, iss }).catch(refuse);
    database.transaction(() => keep(row, leg, tokens));
    changed();
    log.warn(`[connectors] signed in to ${serverName} at ${row.issuer}`);
    return { serverName, returnTo };
  };
}

function refuse(error: unknown): never {
  if (error instanceof Refusal) throw error;
  const reason = reasonOf(error);
  throw connectorRefusal("unusable_server", { reason: reason.charAt(0).toUpperCase() + reason.slice(1) });
}
