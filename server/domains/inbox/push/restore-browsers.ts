import type { Sql } from "../../../db/open.ts";
import { columnsOf, hasTable, type Row, type RowsByTable, replaceRows } from "../../../db/untyped-rows.ts";
import { isObject } from "../../../lib/json.ts";
import { grantIds } from "../../access/oauth/queries.ts";
import { signInIds } from "../../access/web-sign-in/queries.ts";
import { hasSettings, objectSettingIn, putSetting } from "../../owner/app-settings/queries.ts";

const table = "web_push_subscriptions";
/** The setting that held the owner of each browser before there were columns for it. */
const legacyKey = "push_holders";

interface Owner {
  kind: unknown;
  id: unknown;
}

interface Subscribed {
  row: Row;
  owner: Owner | null;
}

/**
 * Keeps the browsers that are subscribed now, each with the connection or sign-in under which it subscribed, in the
 * schema of the backup. Leaves out those whose owner is not in the backup: nothing would ever remove them.
 */
export function restoreBrowsers(backup: Sql, present: RowsByTable): void {
  const browsers = present.get(table);
  if (browsers === undefined || !hasTable(backup, table)) return;
  const legacy = objectSettingIn(present, legacyKey);
  const ids = new Map<unknown, ReadonlySet<unknown>>([
    ["connection", grantIds(backup)],
    ["sign_in", signInIds(backup)],
  ]);
  const kept = browsers
    .map((row): Subscribed => ({ row, owner: ownerOf(row, legacy) }))
    .filter(({ owner }) => owner === null || ids.get(owner.kind)?.has(owner.id) === true);
  if (columnsOf(backup, table).includes("grant_id")) replaceRows(backup, table, kept.map(asColumns));
  else writeLegacyOwners(backup, kept);
}

/** For a backup from before there were columns; its migration reads the setting. */
function writeLegacyOwners(backup: Sql, browsers: readonly Subscribed[]): void {
  const kept = browsers.filter(({ owner }) => owner === null || hasSettings(backup));
  replaceRows(
    backup,
    table,
    kept.map(({ row }) => row),
  );
  const owners = kept.flatMap(({ row, owner }) => (owner === null ? [] : [[row["id"], owner]]));
  const value: Record<string, unknown> = Object.fromEntries(owners);
  putSetting(backup, legacyKey, owners.length === 0 ? null : { value, at: 0 });
}

const asColumns = ({ row, owner }: Subscribed): Row => ({
  ...row,
  grant_id: owner?.kind === "connection" ? owner.id : null,
  sign_in_id: owner?.kind === "sign_in" ? owner.id : null,
});

function ownerOf(row: Row, legacy: Readonly<Record<string, unknown>>): Owner | null {
  const { grant_id, sign_in_id } = row;
  const noted = legacy[String(row["id"])];
  if (!("grant_id" in row))
    return noted === undefined ? null : { kind: undefined, id: undefined, ...(isObject(noted) && noted) };
  if (grant_id !== null) return { kind: "connection", id: grant_id };
  return sign_in_id === null ? null : { kind: "sign_in", id: sign_in_id };
}
