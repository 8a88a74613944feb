import type { Database } from "../../../db/open.ts";
import { type Actor, actorName, connectionOf } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { compactDigestOf } from "../../../lib/digest.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import { listeners } from "../../../lib/listeners.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { ConfirmConsent } from "../../owner/confirmations/index.ts";
import { oauthRefusal } from "./errors.ts";
import type { OauthGrant, Privilege } from "./model.ts";
import { type ClientFacts, readableName, sweepBounds } from "./rules.ts";
import { type GrantRow, grantsMadeThrough, type OauthStore, oauthStore } from "./store.ts";
import { text } from "./text.ts";
import { tokenCheck } from "./token-check.ts";

export type OauthService = ReturnType<typeof oauthService>;

export interface Person {
  email: string;
  name: string;
}

/** The person at the browser of an authorization request. */
export interface Approver {
  person: Person;
  /** What the owner approved with a pairing code; the consent page is then skipped. */
  preapproved?: { privilege: Privilege; label: string };
  /** The connection through which they are at the board. */
  through?: number | null;
  /** The origin whose server answers, if it is not the one the request was sent to. */
  issuer?: string;
  /** Throws unless they confirmed outside the page that a client may act as them. Absent if they need not. */
  confirm?: ConfirmConsent | undefined;
  /** Proves that the board's own page opened the request; the form sends it back. */
  pageTicket?: string;
}

/** What a person approved. */
export interface Approval {
  /** The provider's own id for the grant. */
  grantKey: string;
  client: ClientFacts;
  person: Person;
  privilege: Privilege;
  /** Blank if there is none. */
  label: string;
  /** The connection through which they approved it, which it ends with. */
  through: number | null;
}

const maxListed = 50;

interface OauthServiceDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  /** The resource tokens are issued for; null if no public address is configured. */
  audience: string | null;
}

/** Connections that people approved, and their tokens. Nothing is cached between requests. */
export function oauthService(deps: OauthServiceDeps) {
  const { database, clock, log } = deps;
  const store = oauthStore(database);
  const madeThrough = grantsMadeThrough(database.db);
  const ends = listeners<number>();

  function find(id: number): GrantRow {
    const row = store.grant(id);
    if (!row) throw oauthRefusal("grant_not_found");
    return row;
  }

  /** Ends a connection with all its tokens. Returns undefined if it had already ended. */
  function end(id: number, grantKey: string, reason: string): GrantRow | undefined {
    const ended = database.transaction(() => {
      store.removeOfGrant(grantKey);
      return store.changeLive(id, { revokedAt: clock.now(), revocationReason: reason });
    });
    if (!ended) return undefined;
    ends.notify(id);
    for (const made of madeThrough(id)) end(made.id, made.grantKey, text.reasons.makerEnded);
    return ended;
  }

  /** Ends a connection on behalf of the client or the authorization server. Ignores an unknown grant. */
  function endByKey(grantKey: string, reason: string): void {
    const row = store.grantOfKey(grantKey);
    if (!row || !end(row.id, grantKey, reason)) return;
    log.warn(`[oauth_server] the connection "${row.clientName}" (id ${row.id}) ended: ${reason}`);
  }

  return {
    authenticate: tokenCheck({ ...deps, store }),
    /** Adds a listener that gets the id of each connection that ends. */
    onEnd: ends.add,

    /** Stores an approval, in the same transaction or step that gives the client its tokens. */
    approve({ grantKey, client, person, privilege, label, through }: Approval): number {
      const { id } = store.insertGrant({
        grantKey,
        ...client,
        clientLabel: readableName(label) || null,
        userEmail: person.email,
        userName: person.name,
        privilege,
        madeByGrantId: through,
        createdAt: clock.now(),
      });
      log.warn(`[oauth_server] ${person.name} connected "${client.clientName}" (id ${id}) as ${privilege}`);
      return id;
    },

    /** Leaves out connections whose client has not fetched its tokens yet. */
    list: (by: Actor): OauthGrant[] => store.newest(maxListed).map((row) => view(row, by)),

    setPrivilege(id: number, wanted: Privilege, by: Actor): OauthGrant {
      const row = find(id);
      if (row.privilege === wanted && row.revokedAt === null) return view(row, by);
      const changed = store.changeLive(id, {
        privilege: wanted,
        scopeChangedAt: clock.now(),
        scopeChangeReason: text.reasons.changedBy(actorName(by)),
      });
      if (!changed) throw oauthRefusal("grant_revoked");
      log.warn(
        `[oauth_server] ${actorName(by)} changed the connection "${row.clientName}" (id ${id}) to ${wanted}`,
      );
      return view(changed, by);
    },

    /** Revoking twice changes nothing. */
    revoke(id: number, by: Actor): { grant: OauthGrant; signedOut: boolean } {
      const row = find(id);
      const ended = end(id, row.grantKey, text.reasons.revokedBy(actorName(by)));
      if (ended)
        log.warn(`[oauth_server] ${actorName(by)} revoked the connection "${row.clientName}" (id ${id})`);
      const grant = view(ended ?? row, by);
      return { grant, signedOut: ended !== undefined && grant.current };
    },

    endByKey,

    grant: (id: number): GrantRow | undefined => store.grant(id),
    /** Records that the connection was used just now. */
    noteUse: (id: number): void => store.stamp(id, clock.now()),

    ...tokenUses(store, clock, endByKey),

    /** Deletes expired artifacts, abandoned approvals, and registered clients that were never approved. */
    sweep: (now = clock.now()): void => database.transaction(() => store.sweep(now, sweepBounds(now))),
  };
}

/** What else a token can be used for. */
function tokenUses(store: OauthStore, clock: Clock, endByKey: (grantKey: string, reason: string) => void) {
  return {
    /**
     * Trades a fresh access token for the id of its connection. The connection's tokens are deleted, because a device
     * cookie takes their place. Returns null if the token is invalid or its connection has ended.
     */
    redeemAccessToken(accessToken: string): number | null {
      const grantKey = store.grantKeyOf("AccessToken", compactDigestOf(accessToken));
      const row = grantKey === null ? undefined : store.grantOfKey(grantKey);
      if (!row || row.revokedAt !== null) return null;
      store.stamp(row.id, clock.now());
      store.removeTokens(row.grantKey);
      return row.id;
    },

    /** Ends the connection of a token on its client's request; ignores a token of another client (RFC 7009). */
    revokeToken(token: string, clientId: string | null): void {
      const key = compactDigestOf(token);
      const grantKey = store.grantKeyOf("RefreshToken", key) ?? store.grantKeyOf("AccessToken", key);
      const row = grantKey === null ? undefined : store.grantOfKey(grantKey);
      if (row && (clientId === null || clientId === row.clientId))
        endByKey(row.grantKey, text.reasons.revokedByClient);
    },
  };
}

function view(row: GrantRow, by: Actor): OauthGrant {
  return {
    id: row.id,
    client_name: row.clientName,
    client_label: row.clientLabel,
    client_id: row.clientId,
    first_party: row.firstParty,
    registration: row.registration,
    publisher_host: row.publisherHost,
    user_email: row.userEmail,
    privilege: row.privilege,
    acts_as_you: row.privilege === "act_as_human",
    status: row.revokedAt === null ? "active" : "revoked",
    current: row.id === connectionOf(by),
    created_at: instant(row.createdAt),
    last_used_at: instantOrNull(row.lastUsedAt),
    scope_changed_at: instantOrNull(row.scopeChangedAt),
    scope_change_reason: row.scopeChangeReason,
    revoked_at: instantOrNull(row.revokedAt),
    revocation_reason: row.revocationReason,
  };
}
