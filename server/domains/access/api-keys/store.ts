import { desc, eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { integrationNames } from "../../automation/integrations/queries.ts";
import { apiKeys } from "./table.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export function apiKeyStore({ sql, db }: Database) {
  const { columns, read } = rowsOf<ApiKeyRow>(apiKeys);
  const byDigest = sql.prepare<[string], unknown>(`SELECT ${columns} FROM api_keys WHERE digest = ?`);
  const newestFirst = [desc(apiKeys.createdAt), desc(apiKeys.id)];
  return {
    byDigest(digest: string): ApiKeyRow | undefined {
      const raw = byDigest.get(digest);
      return raw === undefined ? undefined : read(raw);
    },
    byId: (id: number): ApiKeyRow | undefined => db.select().from(apiKeys).where(eq(apiKeys.id, id)).get(),
    madeBy: (maker: string): ApiKeyRow | undefined =>
      db.select().from(apiKeys).where(eq(apiKeys.madeBy, maker)).get(),
    isTaken: (name: string): boolean =>
      db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.name, name)).get() !== undefined,
    /** Newest first; only those of one integration if it is given. */
    list: (externalAppId?: number): ApiKeyRow[] =>
      db
        .select()
        .from(apiKeys)
        .where(externalAppId === undefined ? undefined : eq(apiKeys.externalAppId, externalAppId))
        .orderBy(...newestFirst)
        .all(),
    integrationName: integrationNames(sql),
    insert: (row: typeof apiKeys.$inferInsert): ApiKeyRow => db.insert(apiKeys).values(row).returning().get(),
    stamp: (id: number, at: number): void =>
      void db.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id)).run(),
    update: (id: number, changes: Partial<ApiKeyRow>): void =>
      void db.update(apiKeys).set(changes).where(eq(apiKeys.id, id)).run(),
  };
}

export type ApiKeyStore = ReturnType<typeof apiKeyStore>;
