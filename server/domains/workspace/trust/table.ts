import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The last decision on each repository. A revoked row stays: it also counts against the catalog. Times are epoch ms. */
export const repositoryTrust = sqliteTable("repository_trust", {
  address: text().primaryKey(),
  trustedAt: integer("trusted_at"),
  trustedBy: text("trusted_by"),
  revokedAt: integer("revoked_at"),
  revokedBy: text("revoked_by"),
});
