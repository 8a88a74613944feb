import type { RestorePart } from "../../../db/restore-part.ts";
import { hasTable } from "../../../db/untyped-rows.ts";
import { grantRevocations } from "../oauth/queries.ts";

/** A device ends with the connection that it was paired through; connections are carried over first. */
export const deviceRestore: RestorePart = {
  tables: [],
  carryOver(backup, { now }) {
    if (!hasTable(backup, "paired_devices")) return;
    backup
      .prepare(
        `UPDATE paired_devices SET revoked_at = ? WHERE revoked_at IS NULL
         AND grant_id IN (SELECT id FROM ${grantRevocations} WHERE revoked_at IS NOT NULL)`,
      )
      .run(now);
  },
};
