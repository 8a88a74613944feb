import { and, eq, isNull, sql as raw } from "drizzle-orm";
import type { AdapterPayload } from "oidc-provider";
import type { Database, Sql } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { artifactPayload, oauthArtifacts, oauthGrants } from "./table.ts";

export type GrantRow = typeof oauthGrants.$inferSelect;
export type NewGrant = typeof oauthGrants.$inferInsert;

/** A stored access token, with the connection it belongs to. */
export interface TokenRow {
  expiresAt: number;
  audience: string;
  grantId: number;
  clientName: string;
  firstParty: 0 | 1;
  userEmail: string;
  userName: string;
  privilege: GrantRow["privilege"];
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface Artifact {
  payload: AdapterPayload;
  consumedAt: number | null;
}

export interface NewArtifact {
  model: string;
  key: string;
  payload: AdapterPayload;
  grantKey: string | null;
  expiresAt: number | null;
  createdAt: number;
}

/** Approved, and the client has fetched its tokens. */
const isFetched = `(last_used_at IS NOT NULL OR revoked_at IS NOT NULL OR EXISTS (SELECT 1 FROM oauth_artifacts a
  WHERE a.grant_key = oauth_grants.grant_key AND a.model IN ('AccessToken', 'RefreshToken')))`;

export type OauthStore = ReturnType<typeof oauthStore>;

export function oauthStore({ sql, db }: Database) {
  const { columns, read } = rowsOf<GrantRow>(oauthGrants);
  const grants = writesOf<GrantRow, NewGrant>(sql, oauthGrants);
  const find = sql.prepare<[string, string], { payload: string; consumedAt: number | null }>(
    "SELECT payload, consumed_at AS consumedAt FROM oauth_artifacts WHERE model = ? AND key = ?",
  );
  const grantKeyOf = sql
    .prepare<[string, string], string | null>(
      "SELECT grant_key FROM oauth_artifacts WHERE model = ? AND key = ?",
    )
    .pluck();
  // A bare `key = ?` in a join is re-planned for each value, which costs five times the lookup itself.
  const token = sql.prepare<[string], TokenRow>(
    `SELECT a.expires_at AS expiresAt, a.payload ->> '$.aud' AS audience, g.id AS grantId,
       g.client_name AS clientName, g.first_party AS firstParty, g.user_email AS userEmail, g.user_name AS userName,
       g.privilege, g.last_used_at AS lastUsedAt, g.revoked_at AS revokedAt
     FROM oauth_artifacts a JOIN oauth_grants g ON g.grant_key = a.grant_key
     WHERE a.model = 'AccessToken' AND a.key = (SELECT ?)`,
  );
  const newest = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM oauth_grants WHERE ${isFetched}
     ORDER BY revoked_at IS NOT NULL, COALESCE(last_used_at, created_at) DESC, id DESC LIMIT ?`,
  );
  const stamp = sql.prepare<[number, number]>("UPDATE oauth_grants SET last_used_at = ? WHERE id = ?");
  const tokens = sql.prepare<[string]>(
    "DELETE FROM oauth_artifacts WHERE grant_key = ? AND model IN ('AccessToken', 'RefreshToken')",
  );
  const one = (where: ReturnType<typeof eq>): GrantRow | undefined =>
    db.select().from(oauthGrants).where(where).get();

  /** Deletes everything that belongs to a grant, including the provider's own record of it. */
  function removeOfGrant(grantKey: string): void {
    const own = raw`(${oauthArtifacts.model} = 'Grant' AND ${oauthArtifacts.key} = ${grantKey})`;
    db.delete(oauthArtifacts).where(raw`${oauthArtifacts.grantKey} = ${grantKey} OR ${own}`).run();
  }

  return {
    /** Throws if its payload is damaged. */
    find(model: string, key: string): Artifact | undefined {
      const found = find.get(model, key);
      return found && { ...found, payload: artifactPayload.decode(found.payload) };
    },
    /** The grant of an artifact; null if there is none. */
    grantKeyOf: (model: string, key: string): string | null => grantKeyOf.get(model, key) ?? null,
    put({ payload, expiresAt, ...row }: NewArtifact): void {
      db.insert(oauthArtifacts)
        .values({ ...row, payload, expiresAt })
        .onConflictDoUpdate({
          target: [oauthArtifacts.model, oauthArtifacts.key],
          set: { payload, expiresAt },
        })
        .run();
    },
    /** Returns false if it was already consumed. */
    consume(model: string, key: string, at: number): boolean {
      const row = and(eq(oauthArtifacts.model, model), eq(oauthArtifacts.key, key));
      const unused = and(row, isNull(oauthArtifacts.consumedAt));
      return db.update(oauthArtifacts).set({ consumedAt: at }).where(unused).run().changes === 1;
    },
    remove: (model: string, key: string): void =>
      void db
        .delete(oauthArtifacts)
        .where(and(eq(oauthArtifacts.model, model), eq(oauthArtifacts.key, key)))
        .run(),
    /** Deletes a grant's access and refresh tokens; used codes stay known. */
    removeTokens: (grantKey: string): void => void tokens.run(grantKey),
    removeOfGrant,
    sweep: sweeping(sql, removeOfGrant),

    token: (digest: string): TokenRow | undefined => token.get(digest),
    grant: (id: number): GrantRow | undefined => one(eq(oauthGrants.id, id)),
    grantOfKey: (grantKey: string): GrantRow | undefined => one(eq(oauthGrants.grantKey, grantKey)),
    hasLiveGrant: (clientId: string): boolean =>
      db
        .select({ id: oauthGrants.id })
        .from(oauthGrants)
        .where(and(eq(oauthGrants.clientId, clientId), isNull(oauthGrants.revokedAt)))
        .limit(1)
        .get() !== undefined,
    newest: (limit: number): GrantRow[] => newest.all(limit).map(read),
    insertGrant: grants.insert,
    /** Returns undefined if it is already revoked. */
    changeLive: (id: number, changes: Partial<GrantRow>): GrantRow | undefined =>
      grants.update(changes, {
        where: "id = @grantRowId AND revoked_at IS NULL",
        values: { grantRowId: id },
      }),
    stamp: (id: number, at: number): void => void stamp.run(at, id),
  };
}

/** The valid connections that were approved through one. */
export const grantsMadeThrough =
  (db: Database["db"]) =>
  (id: number): Pick<GrantRow, "id" | "grantKey">[] =>
    db
      .select({ id: oauthGrants.id, grantKey: oauthGrants.grantKey })
      .from(oauthGrants)
      .where(and(eq(oauthGrants.madeByGrantId, id), isNull(oauthGrants.revokedAt)))
      .all();

function sweeping(sql: Sql, removeOfGrant: (grantKey: string) => void) {
  const expired = sql.prepare<[number]>("DELETE FROM oauth_artifacts WHERE expires_at < ?");
  const isUnused =
    "model = 'Client' AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_artifacts.key)";
  const unusedClients = sql.prepare<[number, number]>(
    `DELETE FROM oauth_artifacts WHERE ${isUnused} AND (created_at < ? OR rowid NOT IN
       (SELECT rowid FROM oauth_artifacts WHERE ${isUnused} ORDER BY created_at DESC, rowid DESC LIMIT ?))`,
  );
  const abandoned = sql
    .prepare<[number], string>(
      `DELETE FROM oauth_grants WHERE NOT ${isFetched} AND created_at < ? RETURNING grant_key`,
    )
    .pluck();

  /**
   * Deletes expired artifacts, grants from before `abandonedSince` whose client never fetched its tokens, and clients
   * without an approval that are older than `since` or not among the newest `most`.
   */
  return (
    now: number,
    { unused, abandonedSince }: { unused: { since: number; most: number }; abandonedSince: number },
  ): void => {
    abandoned.all(abandonedSince).forEach(removeOfGrant);
    expired.run(now);
    unusedClients.run(unused.since, unused.most);
  };
}
