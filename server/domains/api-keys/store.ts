import { eq } from "drizzle-orm";
import type { Database } from "../../db/open.ts";
import { rowsOf } from "../../db/rows.ts";
import { apiKeys } from "./table.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export function apiKeyStore({ sql, db }: Database) {
  const { columns, read } = rowsOf<ApiKeyRow>(apiKeys);
  const byDigest = sql.prepare<[string], unknown>(`SELECT ${columns} FROM api_keys WHERE digest = ?`);
  return {
    byDigest(digest: string): ApiKeyRow | undefined {
      const raw = byDigest.get(digest);
      return raw === undefined ? undefined : read(raw);
    },
    insert: (row: typeof apiKeys.$inferInsert): ApiKeyRow => db.insert(apiKeys).values(row).returning().get(),
    stamp: (id: number, at: number): void =>
      void db.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id)).run(),
  };
}
