import type { Sql } from "./open.ts";
import { columnsOf, type RowsByTable, replaceRows } from "./untyped-rows.ts";

/** The data that a backup replaces, as far as it could be read. */
export interface PresentData {
  /** False if some of it could not be read, so that access which was revoked may work again. */
  isWhole: boolean;
  rows: RowsByTable;
}

/** Credentials that a domain revokes permanently: an older backup must not make them valid again. */
export interface Revocations {
  /** The name of their list among the remembered revocations. */
  kind: string;
  /** What identifies the revoked credentials among these rows. */
  revoked(rows: RowsByTable): string[];
  /** True if a person has allowed a remembered one again. */
  isLifted?(rows: RowsByTable, id: string): boolean;
}

export interface RestoreContext {
  present: PresentData;
  /** The credentials of the part's `revocations`, including those remembered from earlier restores. */
  revoked: readonly string[];
  /** The data folder into which the backup is restored. */
  folder: string;
  now: number;
}

/**
 * What a domain changes in a backup before it replaces the present data. Work is restored to the time of the backup, but
 * access is not: what was revoked since then stays revoked.
 */
export interface RestorePart {
  /** The tables whose present rows the part reads. */
  tables: readonly string[];
  revocations?: Revocations;
  /** The backup may be from an older version and lack tables. It is not open anywhere else. */
  carryOver(backup: Sql, context: RestoreContext): void;
}

/** A part that keeps whole tables as they are now, provided that all of the present data could be read. */
export const keepTables = (tables: readonly string[]): RestorePart => ({
  tables,
  carryOver(backup, { present: { isWhole, rows } }) {
    if (isWhole) for (const table of tables) replaceRows(backup, table, rows.get(table));
  },
});

/** A part that keeps the sandboxes of rows that are in the backup and in the present data: a backup may know looser ones. */
export const keepSandboxes = (table: string): RestorePart => ({
  tables: [table],
  carryOver(backup, { present: { rows } }) {
    if (!columnsOf(backup, table).includes("sandbox")) return;
    const keep = backup.prepare(`UPDATE ${table} SET sandbox = ? WHERE id = ? AND created_at = ?`);
    for (const row of rows.get(table) ?? [])
      if ("sandbox" in row) keep.run(row["sandbox"], row["id"], row["created_at"]);
  },
});
