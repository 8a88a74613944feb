import Sqlite from "better-sqlite3";
import type { PresentData, RestorePart } from "../../../db/restore-part.ts";
import { settingsTable } from "../../owner/app-settings/queries.ts";
import { collectRevoked, rememberRevoked } from "./revocations.ts";

/** The tables whose present rows a restore reads. */
export const tablesRead = (parts: readonly RestorePart[]): ReadonlySet<string> =>
  new Set([...parts.flatMap(({ tables }) => tables), settingsTable]);

/** Changes a backup that is not in use yet so that the present access state applies to it. */
export function carryAccessOver(
  file: string,
  present: PresentData,
  { parts, folder, now }: { parts: readonly RestorePart[]; folder: string; now: number },
): void {
  const backup = new Sqlite(file);
  try {
    // Rows are replaced here; rows that refer to them stay.
    backup.pragma("foreign_keys = OFF");
    backup.transaction(() => {
      const revoked = collectRevoked(parts, present.rows, backup);
      for (const { revocations, carryOver } of parts) {
        const own = revocations && revoked[revocations.kind];
        carryOver(backup, { present, revoked: own ?? [], folder, now });
      }
      rememberRevoked(backup, revoked, now);
    })();
  } finally {
    backup.close();
  }
}
