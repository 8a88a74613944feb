import type { Sql } from "../../../db/open.ts";
import type { RestoreContext, RestorePart } from "../../../db/restore-part.ts";
import { hasTable, insertRows, readRows } from "../../../db/untyped-rows.ts";

/** Connections that both the backup and the present data have are kept as they are now; revoked ones stay revoked. */
export const oauthRestore: RestorePart = {
  tables: ["oauth_grants", "oauth_artifacts"],
  revocations: {
    kind: "grants",
    revoked: (rows) =>
      (rows.get("oauth_grants") ?? []).flatMap((row) =>
        row["revoked_at"] === null ? [] : [String(row["grant_key"])],
      ),
  },
  carryOver(backup, context) {
    if (!hasTable(backup, "oauth_grants")) return;
    keepShared(backup, context);
    endRevoked(backup, context);
  },
};

/** With the tokens that a connection has now: a spent one does not come back. */
function keepShared(backup: Sql, { present: { rows } }: RestoreContext): void {
  const artifacts = rows.get("oauth_artifacts");
  const known = new Set(readRows(backup, "oauth_grants")?.map((row) => row["grant_key"]));
  const shared = (rows.get("oauth_grants") ?? []).filter((row) => known.has(row["grant_key"]));
  if (artifacts === undefined || shared.length === 0) return;
  const update = backup.prepare(
    `UPDATE oauth_grants SET privilege = @privilege, scope_changed_at = @scope_changed_at,
       scope_change_reason = @scope_change_reason, last_used_at = @last_used_at, revoked_at = @revoked_at,
       revocation_reason = @revocation_reason WHERE grant_key = @grant_key`,
  );
  const keys = new Set(shared.map((row) => row["grant_key"]));
  for (const row of shared) {
    update.run(row);
    removeArtifacts(backup, row["grant_key"]);
  }
  insertRows(
    backup,
    "oauth_artifacts",
    artifacts.filter(
      (row) => keys.has(row["grant_key"]) || (row["model"] === "Grant" && keys.has(row["key"])),
    ),
  );
}

function endRevoked(backup: Sql, { revoked, now }: RestoreContext): void {
  const end = backup.prepare(
    `UPDATE oauth_grants SET revoked_at = ?, revocation_reason = 'It was revoked before a backup was restored'
     WHERE grant_key = ? AND revoked_at IS NULL`,
  );
  for (const grantKey of revoked) {
    end.run(now, grantKey);
    removeArtifacts(backup, grantKey);
  }
}

const removeArtifacts = (backup: Sql, grantKey: unknown): void =>
  void backup
    .prepare(
      "DELETE FROM oauth_artifacts WHERE grant_key = @grantKey OR (model = 'Grant' AND key = @grantKey)",
    )
    .run({ grantKey });
