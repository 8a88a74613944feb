import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { compactDigestOf } from "../../../lib/digest.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { newToken } from "../../../lib/new-token.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { tokenEndpointOf } from "./discovery.ts";
import { connectorRefusal, insecureEndpoint } from "./errors.ts";
import { reasonOf } from "./failure-reason.ts";
import type { Returned } from "./model.ts";
import type { McpOauth, PendingSignIn } from "./oauth-client.ts";
import type { SignInServer } from "./ports.ts";
import {
  accessEnd,
  boardPath,
  canonicalUrl,
  endpointProblem,
  foreignScope,
  foreignText,
  redirectUriOf,
  signInMs,
} from "./rules.ts";
import type { ConnectionStore, SignInRow } from "./store.ts";
import { text } from "./text.ts";
import type { SignInSecrets, TokenStorage } from "./token-storage.ts";

interface SigningInDeps {
  database: Database;
  secrets: SecretStore;
  clock: Clock;
  log: Logger;
  protocol: McpOauth;
  store: ConnectionStore;
  tokenStorage: TokenStorage;
  /** Throws if the catalog has no such server. */
  find(name: string): SignInServer;
  /** Called after tokens were replaced. */
  changed(): void;
}

/** The two halves of a sign-in: to the server, and back with its answer. */
export function signingIn(deps: SigningInDeps) {
  return { begin: beginSignIn(deps), finish: finishSignIn(deps) };
}

/** R139, for the endpoint that is going to be stored. */
function checkedEndpoint({ discovery }: PendingSignIn): string {
  const endpoint = tokenEndpointOf(discovery);
  const problem = endpointProblem(endpoint);
  if (problem !== null) throw insecureEndpoint("token endpoint", problem);
  return endpoint;
}

function beginSignIn({ store, find, clock, log, secrets, protocol }: SigningInDeps) {
  /** Returns the address where the person continues. */
  return async (
    input: { serverName: string; returnTo: string | undefined; origin: string },
    actor: Actor,
  ): Promise<string> => {
    const { serverName } = input;
    const { target, problem } = find(serverName);
    if (!target) throw connectorRefusal("server_unavailable", { name: serverName, reason: problem ?? "" });
    const state = newToken();
    const redirectUri = redirectUriOf(input.origin, target.redirectUri);
    const { url, leg } = await protocol.begin(target, { redirectUri, state }).catch(refuse);
    checkedEndpoint(leg);
    const now = clock.now();
    store.begin({
      state: compactDigestOf(state),
      serverUrl: canonicalUrl(target.url) ?? target.url,
      serverName,
      issuer: foreignText(leg.discovery.metadata?.issuer ?? leg.discovery.authorizationServer),
      sealed: secrets.seal(JSON.stringify(leg)),
      returnTo: boardPath(input.returnTo),
      createdAt: now,
      expiresAt: now + signInMs,
    });
    log.warn(`[connectors] ${actorName(actor)} begins a sign-in to ${serverName}`);
    return url;
  };
}

function finishSignIn({
  database,
  store,
  tokenStorage,
  clock,
  log,
  secrets,
  protocol,
  changed,
}: SigningInDeps) {
  function take(state: string | undefined): { row: SignInRow; leg: PendingSignIn } {
    const row = state === undefined ? undefined : store.take(compactDigestOf(state));
    const opened = row && row.expiresAt > clock.now() ? secrets.open(row.sealed) : null;
    if (!row || opened === null) throw connectorRefusal("state_unknown");
    return { row, leg: JSON.parse(opened) as PendingSignIn };
  }

  function keep(
    { serverUrl, serverName, issuer }: SignInRow,
    leg: PendingSignIn,
    tokens: SignInSecrets["tokens"],
  ): void {
    const now = clock.now();
    const { discovery, client } = leg;
    const { id } = store.save({
      serverUrl,
      serverName,
      issuer,
      clientId: client.client_id,
      tokenEndpoint: checkedEndpoint(leg),
      discovery,
      scope: tokens.scope === undefined ? leg.scope : foreignScope(tokens.scope),
      status: "connected",
      accessExpiresAt: accessEnd(tokens.expires_in, now),
      lastRefreshedAt: now,
      lastError: null,
      createdAt: now,
      updatedAt: now,
    });
    tokenStorage.write(id, { client, tokens });
  }

  /** The browser returns. Its state is valid once, and only an answer of the server that was asked counts. */
  return async (answer: Returned): Promise<{ serverName: string; returnTo: string }> => {
    const { row, leg } = take(answer.state);
    const { serverName, returnTo, serverUrl } = row;
    await protocol.checkIssuer(leg.discovery, answer.iss);
    if (answer.code === undefined) {
      const description = foreignText(answer.error_description ?? "");
      throw connectorRefusal("refused", { said: text.denied(answer.error ?? "nothing", description) });
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
