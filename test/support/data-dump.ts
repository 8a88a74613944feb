import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { TestService } from "./service.ts";

export interface DataBeside extends Disposable {
  sql: Sqlite.Database;
  /** Everything that is stored, as text to compare; when a key was last used and what recurs by itself apart. */
  dump(): string;
}

/** Opens the service's database beside it, as another program would. */
export function openDataBeside({ folder }: Pick<TestService, "folder">): DataBeside {
  const sql = new Sqlite(join(folder, "data", "signalbox.db"), { timeout: 5_000 });
  const names = sql
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all();
  const lasting = (name: string): string =>
    name === "jobs" ? " WHERE key IS NULL OR key NOT LIKE 'recurring:%'" : "";
  const tables = names.map(({ name }) => ({
    name,
    all: sql.prepare(`SELECT * FROM "${name}"${lasting(name)}`),
  }));
  return {
    sql,
    dump: () =>
      JSON.stringify(
        tables.map(({ name, all }) => [name, all.all()]),
        (key, value: unknown) => (key === "last_used_at" ? undefined : value),
      ),
    [Symbol.dispose]: () => void sql.close(),
  };
}

/** The tables, with their rows before and after, in which two dumps differ. */
export function differencesOf(before: string, after: string): unknown[] {
  if (before === after) return [];
  const rows = new Map(JSON.parse(before) as [string, unknown[]][]);
  return (JSON.parse(after) as [string, unknown[]][])
    .map(([name, now]) => ({ name, before: rows.get(name) ?? [], after: now }))
    .filter((table) => JSON.stringify(table.before) !== JSON.stringify(table.after));
}
