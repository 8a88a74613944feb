import type { Database } from "../../../db/open.ts";
import type { StoredTrust } from "./model.ts";
import { repositoryTrust } from "./table.ts";

type Row = typeof repositoryTrust.$inferSelect;

export function trustStore({ sql, db }: Pick<Database, "sql" | "db">) {
  // Asked once for each session of a list.
  const byAddress = sql.prepare<[string], Row>(
    `SELECT address, trusted_at AS trustedAt, trusted_by AS trustedBy, revoked_at AS revokedAt, revoked_by AS revokedBy
     FROM repository_trust WHERE address = ?`,
  );

  function write(address: string, row: Partial<StoredTrust>): void {
    db.insert(repositoryTrust)
      .values({ address, ...row })
      .onConflictDoUpdate({ target: repositoryTrust.address, set: row })
      .run();
  }

  return {
    find: (address: string): StoredTrust | undefined => byAddress.get(address),
    addresses: (): string[] =>
      db
        .select({ address: repositoryTrust.address })
        .from(repositoryTrust)
        .all()
        .map(({ address }) => address),
    trust: (address: string, by: { at: number; person: string }): void =>
      write(address, { trustedAt: by.at, trustedBy: by.person, revokedAt: null, revokedBy: null }),
    /** Keeps who trusted it before. */
    revoke: (address: string, by: { at: number; person: string }): void =>
      write(address, { revokedAt: by.at, revokedBy: by.person }),
  };
}
