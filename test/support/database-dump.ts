import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { TestService } from "./service.ts";

export interface ServiceDatabase extends Disposable {
  sql: Sqlite.Database;
  /** Everything that is stored, as text to compare; when a key or a plugin was last used and what goes on by itself apart. */
  dump(): string;
  /** Half a minute after a session came to rest the inbox tells of it; of those that rest by now it does not. */
  silenceFinishedNotices(): void;
}

/** Work that somebody's request asks for: not what recurs, nor what follows earlier work at a time of its own. */
const isAsked = `(key IS NULL OR key NOT LIKE 'recurring:%')
  AND kind NOT IN ('session.reclaim', 'pull_requests.scan') AND kind NOT LIKE 'token_usage.%'`;

/** Opens the service's database beside it, as another program would. */
export function openServiceDatabase({ folder }: Pick<TestService, "folder">): ServiceDatabase {
  const sql = new Sqlite(join(folder, "data", "signalbox.db"), { timeout: 5_000 });
  const names = sql
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_master
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'pull_request_scans'
         AND name NOT LIKE '%token_usage%' ORDER BY name`,
    )
    .all();
  const lasting = (name: string): string => (name === "jobs" ? ` WHERE ${isAsked}` : "");
  const tables = names.map(({ name }) => ({
    name,
    all: sql.prepare(`SELECT * FROM "${name}"${lasting(name)}`),
  }));
  const readAll = (): string =>
    JSON.stringify(
      tables.map(({ name, all }) => [name, all.all()]),
      (key, value: unknown) => (key === "last_used_at" || key === "last_invoked_at" ? undefined : value),
    );
  // The first changes with every commit of somebody else, the second with every change of ours.
  const version = sql
    .prepare("SELECT data_version || ':' || total_changes() FROM pragma_data_version")
    .pluck();
  const dropRests = sql.prepare("DELETE FROM jobs WHERE kind = 'notification.rest'");
  let last = { version: "", text: "" };
  return {
    sql,
    dump() {
      if (String(version.get()) === last.version) return last.text;
      // It may be due between two dumps.
      dropRests.run();
      last = { version: String(version.get()), text: readAll() };
      return last.text;
    },
    silenceFinishedNotices: () => void dropRests.run(),
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
