import type { RestorePart } from "../../../db/restore-part.ts";
import { hasTable, replaceRows } from "../../../db/untyped-rows.ts";

/** Sandboxes stay as they are now: a backup may know a looser one. */
export const repositorySandboxRestore: RestorePart = {
  tables: ["repository_sandboxes"],
  carryOver(backup, { present: { isWhole, rows } }) {
    if (isWhole && hasTable(backup, "repository_sandboxes"))
      replaceRows(backup, "repository_sandboxes", rows.get("repository_sandboxes"));
  },
};
