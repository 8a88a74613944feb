import Sqlite from "better-sqlite3";
import {
  type AccessState,
  isActive,
  notedIn,
  type Revoked,
  readInto,
  revokedKey,
  unique,
  wholeTables,
} from "./access-state.ts";
import type { Sql } from "../../../db/open.ts";
import { restoreBrowsers } from "./restore-push.ts";
import { hasTable, insertRows, type Row, replaceRows } from "../../../db/untyped-rows.ts";

/** What is kept among the owner's choices of who reaches the service, and not of how it works. */
const carriedChoices: readonly unknown[] = ["lan"];

/** Brings a copy, which nobody uses yet, to this standing. */
export function restoreAccess(file: string, standing: AccessState, now: number): void {
  const sql = new Sqlite(file);
  try {
    // Rows are replaced here, which is not to take with it what refers to them.
    sql.pragma("foreign_keys = OFF");
    sql.transaction(() => {
      const held = new Map<string, readonly Row[]>();
      for (const table of ["app_settings", "oauth_grants"]) readInto(held, sql, table);
      const withdrawn = together(notedIn(held.get("app_settings") ?? []), standing);
      if (standing.isWhole)
        for (const table of wholeTables) replaceRows(sql, table, standing.rows.get(table));
      carryConnections(sql, { standing, held: held.get("oauth_grants") ?? [] });
      withdrawKeys(sql, { withdrawn, standing, now });
      withdrawConnections(sql, withdrawn, now);
      carryPhones(sql, standing);
      restoreBrowsers(sql, standing);
      carrySwitches(sql, standing);
      note(sql, withdrawn, now);
    })();
  } finally {
    sql.close();
  }
}

function together(noted: Revoked, { withdrawn, rows }: AccessState): Revoked {
  return {
    keys: unique([...noted.keys, ...withdrawn.keys]).filter((digest) => !isActive(rows, digest)),
    grants: unique([...noted.grants, ...withdrawn.grants]),
  };
}

/** A connection that both know counts as it does now, with the tokens it has now: a spent one does not come back. */
function carryConnections(
  sql: Sql,
  { standing: { rows }, held }: { standing: AccessState; held: readonly Row[] },
): void {
  const artifacts = rows.get("oauth_artifacts");
  const known = new Set(held.map((row) => row["grant_key"]));
  const shared = (rows.get("oauth_grants") ?? []).filter((row) => known.has(row["grant_key"]));
  if (artifacts === undefined || shared.length === 0) return;
  const keep = sql.prepare(
    `UPDATE oauth_grants SET privilege = @privilege, scope_changed_at = @scope_changed_at,
       scope_change_reason = @scope_change_reason, last_used_at = @last_used_at, revoked_at = @revoked_at,
       revocation_reason = @revocation_reason WHERE grant_key = @grant_key`,
  );
  const keys = new Set(shared.map((row) => row["grant_key"]));
  for (const row of shared) {
    keep.run(row);
    dropArtifacts(sql, row["grant_key"]);
  }
  insertRows(
    sql,
    "oauth_artifacts",
    artifacts.filter(
      (row) => keys.has(row["grant_key"]) || (row["model"] === "Grant" && keys.has(row["key"])),
    ),
  );
}

const dropArtifacts = (sql: Sql, grantKey: unknown): void =>
  void sql
    .prepare(
      "DELETE FROM oauth_artifacts WHERE grant_key = @grantKey OR (model = 'Grant' AND key = @grantKey)",
    )
    .run({ grantKey });

function withdrawKeys(
  sql: Sql,
  { withdrawn, standing, now }: { withdrawn: Revoked; standing: AccessState; now: number },
): void {
  const revoke = sql.prepare("UPDATE api_keys SET revoked_at = ? WHERE digest = ? AND revoked_at IS NULL");
  for (const digest of withdrawn.keys) revoke.run(now, digest);
  // One that stands in API_KEYS would be let in as a key that was never seen.
  const listed = (standing.rows.get("api_keys") ?? []).filter(
    (row) => row["source"] === "env" && row["revoked_at"] !== null,
  );
  const isKnown = sql.prepare("SELECT 1 FROM api_keys WHERE digest = ?");
  const isTaken = sql.prepare("SELECT 1 FROM api_keys WHERE name = ?");
  for (const { id: _id, ...row } of listed.filter(({ digest }) => !isKnown.get(digest)))
    insertRows(sql, "api_keys", [
      isTaken.get(row["name"]) ? { ...row, name: `env-${String(row["digest"])}` } : row,
    ]);
}

function withdrawConnections(sql: Sql, { grants }: Revoked, now: number): void {
  if (!hasTable(sql, "oauth_grants")) return;
  const end = sql.prepare(
    `UPDATE oauth_grants SET revoked_at = ?, revocation_reason = 'It was revoked before a backup was restored'
     WHERE grant_key = ? AND revoked_at IS NULL`,
  );
  for (const grantKey of grants) {
    end.run(now, grantKey);
    dropArtifacts(sql, grantKey);
  }
  sql
    .prepare(
      `UPDATE paired_devices SET revoked_at = ? WHERE revoked_at IS NULL
       AND grant_id IN (SELECT id FROM oauth_grants WHERE revoked_at IS NOT NULL)`,
    )
    .run(now);
}

/** Phones that are told now, unless the copy does not know the connection they were registered through. */
function carryPhones(sql: Sql, { isWhole, rows }: AccessState): void {
  const phones = rows.get("apns_devices");
  if (!isWhole || phones === undefined || !hasTable(sql, "oauth_grants")) return;
  const grants = new Set(sql.prepare<[], unknown>("SELECT id FROM oauth_grants").pluck().all());
  replaceRows(
    sql,
    "apns_devices",
    phones.filter((row) => row["grant_id"] === null || grants.has(row["grant_id"])),
  );
}

/** What is closed now stays closed: a plugin that is switched off, the local network. */
function carrySwitches(sql: Sql, { isWhole, rows }: AccessState): void {
  if (!hasTable(sql, "app_settings")) return;
  const off = sql.prepare("UPDATE external_apps SET enabled = 0 WHERE id = ? AND created_at = ?");
  for (const row of rows.get("external_apps") ?? [])
    if (row["enabled"] === 0) off.run(row["id"], row["created_at"]);
  const choices = rows.get("app_settings");
  if (!isWhole || choices === undefined) return;
  for (const key of carriedChoices) sql.prepare("DELETE FROM app_settings WHERE key = ?").run(key);
  insertRows(
    sql,
    "app_settings",
    choices.filter((row) => carriedChoices.includes(row["key"])),
  );
}

function note(sql: Sql, withdrawn: Revoked, now: number): void {
  if (withdrawn.keys.length + withdrawn.grants.length === 0 || !hasTable(sql, "app_settings")) return;
  sql
    .prepare("INSERT OR REPLACE INTO app_settings (key, value, updated_at) VALUES (?, ?, ?)")
    .run(revokedKey, JSON.stringify(withdrawn), now);
}
