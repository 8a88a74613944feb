import type { Sql } from "../../../db/open.ts";
import type { RestorePart } from "../../../db/restore-part.ts";
import { insertRows, type Row } from "../../../db/untyped-rows.ts";

/** Revoked keys stay revoked until a person restores them. */
export const apiKeyRestore: RestorePart = {
  tables: ["api_keys"],
  revocations: {
    kind: "keys",
    revoked: (rows) =>
      (rows.get("api_keys") ?? []).flatMap((row) =>
        row["revoked_at"] === null ? [] : [String(row["digest"])],
      ),
    isLifted: (rows, digest) =>
      (rows.get("api_keys") ?? []).some((row) => row["digest"] === digest && row["revoked_at"] === null),
  },
  carryOver(backup, { present, revoked, now }) {
    const revoke = backup.prepare(
      "UPDATE api_keys SET revoked_at = ? WHERE digest = ? AND revoked_at IS NULL",
    );
    for (const digest of revoked) revoke.run(now, digest);
    addRevokedFromEnvironment(backup, present.rows.get("api_keys") ?? []);
  },
};

/** A key listed in API_KEYS that the backup does not know would be accepted as a new one. */
function addRevokedFromEnvironment(backup: Sql, present: readonly Row[]): void {
  const revoked = present.filter((row) => row["source"] === "env" && row["revoked_at"] !== null);
  const isKnown = backup.prepare("SELECT 1 FROM api_keys WHERE digest = ?");
  const isTaken = backup.prepare("SELECT 1 FROM api_keys WHERE name = ?");
  for (const { id: _id, made_by_grant_id: _grant, made_by_key_id: _key, ...row } of revoked.filter(
    ({ digest }) => !isKnown.get(digest),
  ))
    insertRows(backup, "api_keys", [
      isTaken.get(row["name"]) ? { ...row, name: `env-${String(row["digest"])}` } : row,
    ]);
}
