import { createHash, randomBytes } from "node:crypto";
import type Sqlite from "better-sqlite3";

/** Puts a minted key of this grant into the data, as the keys page will. */
export function addKey(
  sql: Sqlite.Database,
  grant: "api" | "quick_router" | "external_app",
  options: { revoked?: boolean; disabledPlugin?: boolean } = {},
): { id: number; token: string } {
  const token = randomBytes(32).toString("hex");
  const digest = createHash("sha256").update(token).digest("hex");
  const now = Date.now();
  const name = `${grant}-${token.slice(0, 6)}`;
  const app = grant === "external_app" ? addPlugin(sql, name, options.disabledPlugin !== true) : null;
  const { lastInsertRowid } = sql
    .prepare(
      `INSERT INTO api_keys (name, source, "grant", digest, external_app_id, created_at, revoked_at)
       VALUES (?, 'minted', ?, ?, ?, ?, ?)`,
    )
    .run(name, grant, digest, app, now, options.revoked === true ? now : null);
  return { id: Number(lastInsertRowid), token };
}

function addPlugin(sql: Sqlite.Database, name: string, enabled: boolean): number {
  const now = Date.now();
  const made = sql.prepare(
    "INSERT INTO external_apps (name, enabled, created_at, updated_at) VALUES (?, ?, ?, ?)",
  );
  return Number(made.run(name, enabled ? 1 : 0, now, now).lastInsertRowid);
}

export interface Connection {
  token: string;
  /** Of this service's own app on a phone; else of some other program. */
  firstParty: boolean;
  privilege: "act_as_human" | "relay_only";
  email?: string;
  expired?: boolean;
  revoked?: boolean;
}

/** Puts a connection that Ada approved, with its access token, into the data; putting it again heals it. */
export function putConnection(sql: Sqlite.Database, connection: Connection): number {
  const { token, firstParty, privilege, email = "ada@example.org" } = connection;
  const now = Date.now();
  const clientId = firstParty ? "signalbox" : "https://client.example/client.json";
  const { id } = sql
    .prepare<unknown[], { id: number }>(
      `INSERT INTO oauth_grants (grant_key, client_id, client_name, first_party, registration, user_email, user_name,
         privilege, created_at, revoked_at)
       VALUES (?, ?, ?, ?, 'published', ?, 'Ada', ?, ?, ?)
       ON CONFLICT (grant_key) DO UPDATE SET revoked_at = excluded.revoked_at, revocation_reason = NULL
       RETURNING id`,
    )
    .get(
      `grant-of-${token}`,
      clientId,
      firstParty ? "Phone" : "Other program",
      firstParty ? 1 : 0,
      email,
      privilege,
      now,
      connection.revoked === true ? now : null,
    ) ?? { id: 0 };
  sql
    .prepare(
      `INSERT OR REPLACE INTO oauth_artifacts (model, key, payload, grant_key, expires_at, created_at)
       VALUES ('AccessToken', ?, ?, ?, ?, ?)`,
    )
    .run(
      createHash("sha256").update(token).digest("base64url"),
      JSON.stringify({ clientId, accountId: email, aud: "http://127.0.0.1/mcp", scope: "mcp" }),
      `grant-of-${token}`,
      now + (connection.expired === true ? -1_000 : 3_600_000),
      now,
    );
  return id;
}
