import type { RestorePart } from "../../../db/restore-part.ts";
import { hasTable } from "../../../db/untyped-rows.ts";

/** An integration that is switched off stays off. */
export const integrationRestore: RestorePart = {
  tables: ["external_apps"],
  carryOver(backup, { present }) {
    if (!hasTable(backup, "external_apps")) return;
    const switchOff = backup.prepare("UPDATE external_apps SET enabled = 0 WHERE id = ? AND created_at = ?");
    for (const row of present.rows.get("external_apps") ?? [])
      if (row["enabled"] === 0) switchOff.run(row["id"], row["created_at"]);
  },
};
