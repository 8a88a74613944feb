import Sqlite from "better-sqlite3";
import type { Sql } from "../../../db/open.ts";
import { columnsOf, type Row } from "../../../db/untyped-rows.ts";

/**
 * Who may come in, as the data stands whose place a copy takes. Work goes back to what it was when the copy was made;
 * this does not: what was revoked since was revoked for a reason.
 */
export interface AccessState {
  /** False where some of it could not be read, so that what was revoked since may work again. */
  isWhole: boolean;
  withdrawn: Revoked;
  rows: ReadonlyMap<string, readonly Row[]>;
}

/** What was revoked for good, also of what the present data has no row of. */
export interface Revoked {
  /** Digests of API keys. */
  keys: string[];
  /** The authorization server's own ids of connections. */
  grants: string[];
}

/** Where what was withdrawn is listed among the owner's choices. */
export const revokedKey = "withdrawn";

/** Taken over as they are, owners before what they own: where people and this service are signed in. */
export const wholeTables = [
  "web_accounts",
  "web_recovery_codes",
  "web_sign_ins",
  "web_trusted_browsers",
  "mcp_connections",
  "mcp_sign_ins",
];
const readTables = [
  ...wholeTables,
  "api_keys",
  "oauth_grants",
  "oauth_artifacts",
  "external_apps",
  "app_settings",
  "apns_devices",
  "web_push_subscriptions",
];

export const emptyAccessState: AccessState = {
  isWhole: true,
  withdrawn: { keys: [], grants: [] },
  rows: new Map(),
};

/** Reads what it can of a database that may be damaged. */
export function readAccessState(file: string): AccessState {
  const rows = new Map<string, readonly Row[]>();
  let isWhole = true;
  try {
    const sql = new Sqlite(file, { readonly: true, timeout: 5_000 });
    try {
      for (const table of readTables) isWhole = readInto(rows, sql, table) && isWhole;
    } finally {
      sql.close();
    }
  } catch {
    isWhole = false;
  }
  return { isWhole, withdrawn: withdrawnBy(rows), rows };
}

/** False where the table is damaged; one that there is not has no rows. */
export function readInto(rows: Map<string, readonly Row[]>, sql: Sql, table: string): boolean {
  try {
    if (columnsOf(sql, table).length > 0)
      rows.set(table, sql.prepare<[], Row>(`SELECT * FROM ${table}`).all());
    return true;
  } catch {
    return false;
  }
}

function withdrawnBy(rows: AccessState["rows"]): Revoked {
  const noted = notedIn(rows.get("app_settings") ?? []);
  const revoked = (table: string, name: string): string[] =>
    (rows.get(table) ?? []).flatMap((row) => (row["revoked_at"] === null ? [] : [String(row[name])]));
  const keys = unique([...noted.keys, ...revoked("api_keys", "digest")]);
  return {
    keys: keys.filter((digest) => !isActive(rows, digest)),
    grants: unique([...noted.grants, ...revoked("oauth_grants", "grant_key")]),
  };
}

/** A person may have given a key back after it was listed. */
export const isActive = (rows: AccessState["rows"], digest: string): boolean =>
  (rows.get("api_keys") ?? []).some((row) => row["digest"] === digest && row["revoked_at"] === null);

export const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Listed by an earlier restore, or when a plugin was deleted with its keys. */
export function notedIn(settings: readonly Row[]): Revoked {
  const stored = settings.find((row) => row["key"] === revokedKey)?.["value"];
  try {
    const { keys, grants } = JSON.parse(typeof stored === "string" ? stored : "{}") as Partial<Revoked>;
    return { keys: textsOf(keys), grants: textsOf(grants) };
  } catch {
    return { keys: [], grants: [] };
  }
}

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
