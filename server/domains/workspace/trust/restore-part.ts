import type { RestorePart } from "../../../db/restore-part.ts";
import { hasTable, replaceRows } from "../../../db/untyped-rows.ts";

/** Trust stays as it is now. Where that cannot be read, every repository has to be trusted again. */
export const repositoryTrustRestore: RestorePart = {
  tables: ["repository_trust"],
  carryOver(backup, { present: { isWhole, rows }, now }) {
    if (!hasTable(backup, "repository_trust")) return;
    if (isWhole) replaceRows(backup, "repository_trust", rows.get("repository_trust"));
    else backup.prepare("UPDATE repository_trust SET revoked_at = ? WHERE revoked_at IS NULL").run(now);
  },
};
