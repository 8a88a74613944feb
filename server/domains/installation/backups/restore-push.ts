import { isObject } from "../../../lib/json.ts";
import type { AccessState } from "./access-state.ts";
import type { Sql } from "../../../db/open.ts";
import { columnsOf, hasTable, insertRows, type Row, replaceRows } from "../../../db/untyped-rows.ts";

const table = "web_push_subscriptions";
/** The setting that said whose each browser is before a column did. */
const formerKey = "push_holders";

interface Owner {
  kind: unknown;
  id: unknown;
}

interface Told {
  row: Row;
  owner: Owner | null;
}

/**
 * Browsers that are told now, each with the connection or sign-in that it is told by, in the way that the copy keeps
 * it. One whose owner the copy does not know is left out: it would be told for ever.
 */
export function restoreBrowsers(sql: Sql, { isWhole, rows }: AccessState): void {
  const browsers = rows.get(table);
  if (!isWhole || browsers === undefined || !hasTable(sql, table)) return;
  const former = formerOwners(rows.get("app_settings") ?? []);
  const ids = new Map<unknown, ReadonlySet<unknown>>([
    ["connection", idsOf(sql, "oauth_grants")],
    ["sign_in", idsOf(sql, "web_sign_ins")],
  ]);
  const told = browsers
    .map((row): Told => ({ row, owner: ownerOf(row, former) }))
    .filter(({ owner }) => owner === null || ids.get(owner.kind)?.has(owner.id) === true);
  if (columnsOf(sql, table).includes("grant_id")) replaceRows(sql, table, told.map(asColumns));
  else carryToFormer(sql, told);
}

/** To a copy from before there were columns; its migration brings the setting over. */
function carryToFormer(sql: Sql, told: readonly Told[]): void {
  const canSay = hasTable(sql, "app_settings");
  const kept = told.filter(({ owner }) => owner === null || canSay);
  replaceRows(
    sql,
    table,
    kept.map(({ row }) => row),
  );
  if (!canSay) return;
  sql.prepare("DELETE FROM app_settings WHERE key = ?").run(formerKey);
  const owners = kept.flatMap(({ row, owner }) => (owner === null ? [] : [[row["id"], owner]]));
  if (owners.length === 0) return;
  const value = JSON.stringify(Object.fromEntries(owners));
  insertRows(sql, "app_settings", [{ key: formerKey, value, updated_at: 0 }]);
}

const asColumns = ({ row, owner }: Told): Row => ({
  ...row,
  grant_id: owner?.kind === "connection" ? owner.id : null,
  sign_in_id: owner?.kind === "sign_in" ? owner.id : null,
});

function ownerOf(row: Row, former: Readonly<Record<string, unknown>>): Owner | null {
  const { grant_id, sign_in_id } = row;
  const noted = former[String(row["id"])];
  if (!("grant_id" in row))
    return noted === undefined ? null : { kind: undefined, id: undefined, ...(isObject(noted) && noted) };
  if (grant_id !== null) return { kind: "connection", id: grant_id };
  return sign_in_id === null ? null : { kind: "sign_in", id: sign_in_id };
}

function formerOwners(settings: readonly Row[]): Readonly<Record<string, unknown>> {
  const stored = settings.find((row) => row["key"] === formerKey)?.["value"];
  try {
    const owners: unknown = JSON.parse(typeof stored === "string" ? stored : "{}");
    return isObject(owners) ? owners : {};
  } catch {
    return {};
  }
}

const idsOf = (sql: Sql, owners: string): ReadonlySet<unknown> =>
  new Set(hasTable(sql, owners) ? sql.prepare<[], unknown>(`SELECT id FROM ${owners}`).pluck().all() : []);
