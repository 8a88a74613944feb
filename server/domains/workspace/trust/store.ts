import type { Database } from "../../../db/open.ts";
import type { StoredTrust } from "./model.ts";
import { repositoryTrust } from "./table.ts";

type Row = typeof repositoryTrust.$inferSelect;

const maxKnown = 1_000;

export function trustStore({ sql, db }: Pick<Database, "sql" | "db">) {
  const byAddress = sql.prepare<[string], Row>(
    `SELECT address, trusted_at AS trustedAt, trusted_by AS trustedBy, revoked_at AS revokedAt, revoked_by AS revokedBy
     FROM repository_trust WHERE address = ?`,
  );

  /** Asked once for each session of a list. */
  const known = new Map<string, StoredTrust | undefined>();

  /** What a transaction reads is not kept, because the transaction may be rolled back. */
  function find(address: string): StoredTrust | undefined {
    if (known.has(address)) return known.get(address);
    const row = byAddress.get(address);
    if (sql.inTransaction) return row;
    if (known.size >= maxKnown) known.clear();
    known.set(address, row);
    return row;
  }

  function write(address: string, row: Partial<StoredTrust>): void {
    known.delete(address);
    db.insert(repositoryTrust)
      .values({ address, ...row })
      .onConflictDoUpdate({ target: repositoryTrust.address, set: row })
      .run();
  }

  return {
    find,
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
