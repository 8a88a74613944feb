import { jsonObject } from "../../../db/json-codec.ts";
import type { Sql } from "../../../db/open.ts";
import { hasTable, insertRows, type RowsByTable } from "../../../db/untyped-rows.ts";

export const settingsTable = "app_settings";

/** False for an old database without the settings table. */
export const hasSettings = (sql: Sql): boolean => hasTable(sql, settingsTable);

/** The object stored under a key; empty if there is none, or if it is damaged. */
export function objectSettingIn(rows: RowsByTable, key: string): Readonly<Record<string, unknown>> {
  const value = (rows.get(settingsTable) ?? []).find((row) => row["key"] === key)?.["value"];
  return typeof value === "string" ? jsonObject.decode(value) : {};
}

/** Stores an object under a key; null removes it. */
export function putSetting(
  sql: Sql,
  key: string,
  row: { value: Readonly<Record<string, unknown>>; at: number } | null,
): void {
  if (!hasSettings(sql)) return;
  sql.prepare("DELETE FROM app_settings WHERE key = ?").run(key);
  if (row) insertRows(sql, settingsTable, [{ key, value: jsonObject.encode(row.value), updated_at: row.at }]);
}

/** Replaces a setting in the backup by its present value. */
export function keepSetting(backup: Sql, present: RowsByTable, key: string): void {
  const rows = present.get(settingsTable);
  if (rows === undefined || !hasSettings(backup)) return;
  putSetting(backup, key, null);
  insertRows(
    backup,
    settingsTable,
    rows.filter((row) => row["key"] === key),
  );
}
