import { eq, lt } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { mcpConnections, mcpSignIns } from "./table.ts";

export type ConnectionRow = typeof mcpConnections.$inferSelect;
export type NewConnection = typeof mcpConnections.$inferInsert;
export type SignInRow = typeof mcpSignIns.$inferSelect;

export type ConnectionStore = ReturnType<typeof connectionStore>;

export function connectionStore({ db }: Database) {
  return {
    all: (): ConnectionRow[] => db.select().from(mcpConnections).all(),
    byUrl: (serverUrl: string): ConnectionRow | undefined =>
      db.select().from(mcpConnections).where(eq(mcpConnections.serverUrl, serverUrl)).get(),
    byId: (id: number): ConnectionRow | undefined =>
      db.select().from(mcpConnections).where(eq(mcpConnections.id, id)).get(),
    /** One sign-in for each server: a new one replaces the old. */
    save(row: NewConnection): ConnectionRow {
      const { serverUrl: _, ...set } = row;
      return db
        .insert(mcpConnections)
        .values(row)
        .onConflictDoUpdate({ target: mcpConnections.serverUrl, set })
        .returning()
        .get();
    },
    update: (id: number, changes: Partial<NewConnection>): void =>
      void db.update(mcpConnections).set(changes).where(eq(mcpConnections.id, id)).run(),
    remove: (id: number): void => void db.delete(mcpConnections).where(eq(mcpConnections.id, id)).run(),

    begin: (row: SignInRow): void => void db.insert(mcpSignIns).values(row).run(),
    /** Returns it once. */
    take: (state: string): SignInRow | undefined =>
      db.delete(mcpSignIns).where(eq(mcpSignIns.state, state)).returning().get(),
    forgetExpired: (now: number): void =>
      void db.delete(mcpSignIns).where(lt(mcpSignIns.expiresAt, now)).run(),
  };
}
