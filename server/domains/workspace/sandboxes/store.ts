import { eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { repositorySandboxes } from "./table.ts";

type Row = typeof repositorySandboxes.$inferSelect;
export type StoredSandbox = Omit<Row, "changedAt" | "changedBy">;

export function sandboxStore({ db }: Pick<Database, "db">) {
  return {
    all: (): StoredSandbox[] =>
      db.select().from(repositorySandboxes).orderBy(repositorySandboxes.address).all(),
    save(row: Row): void {
      const { address: _, ...set } = row;
      db.insert(repositorySandboxes)
        .values(row)
        .onConflictDoUpdate({ target: repositorySandboxes.address, set })
        .run();
    },
    pin: (address: string, pins: Record<string, string>): void =>
      void db.update(repositorySandboxes).set({ pins }).where(eq(repositorySandboxes.address, address)).run(),
    remove: (address: string): void =>
      void db.delete(repositorySandboxes).where(eq(repositorySandboxes.address, address)).run(),
  };
}
