import { basename, join } from "node:path";
import { keepSandboxes, type RestorePart } from "../../../db/restore-part.ts";

const sandboxes = keepSandboxes("sessions");

/** Clones are in this data folder, whatever a backup of another one says. Sandboxes stay as they are now. */
export const sessionRestore: RestorePart = {
  tables: sandboxes.tables,
  carryOver(backup, context) {
    sandboxes.carryOver(backup, context);
    const place = backup.prepare("UPDATE sessions SET clone_path = ? WHERE id = ?");
    const clones = backup
      .prepare<[], { id: number; path: string }>(
        "SELECT id, CAST(clone_path AS TEXT) AS path FROM sessions WHERE clone_path IS NOT NULL",
      )
      .all();
    for (const { id, path } of clones) {
      const name = basename(path);
      place.run(name === "" || name === ".." ? null : join(context.folder, "clones", name), id);
    }
  },
};
