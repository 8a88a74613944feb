import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { TestService } from "./service.ts";

export interface ServiceDatabase extends Disposable {
  sql: Sqlite.Database;
  /** Everything stored, as text to compare, except times of last use and background work. */
  dump(): string;
  /** Half a minute after a session stops, the inbox gets an entry; this prevents it for sessions that have stopped by now. */
  silenceFinishedNotices(): void;
}

/** Work caused by a request: neither recurring jobs nor jobs that follow earlier work at their own time. */
const isAsked = `(key IS NULL OR key NOT LIKE 'recurring:%')
  AND kind NOT IN ('session.reclaim', 'pull_requests.scan', 'attention.decide') AND kind NOT LIKE 'token_usage.%'`;

/** The columns and rows of tables that background work writes in part. */
const asked: Readonly<Record<string, { columns?: string; rows?: string }>> = {
  jobs: { rows: isAsked },
  session_attention: { columns: "session_id, stopped_at, correction" },
  app_settings: { rows: "key <> 'database_check'" },
};

/** Opens the service's database while it runs, like another program. */
export function openServiceDatabase({ folder }: Pick<TestService, "folder">): ServiceDatabase {
  const sql = new Sqlite(join(folder, "data", "signalbox.db"), { timeout: 5_000 });
  const names = sql
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_master
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'pull_request_scans'
         AND name NOT LIKE '%token_usage%' ORDER BY name`,
    )
    .all();
  const tables = names.map(({ name }) => {
    const { columns = "*", rows = "TRUE" } = asked[name] ?? {};
    return { name, all: sql.prepare(`SELECT ${columns} FROM "${name}" WHERE ${rows}`) };
  });
  const readAll = (): string =>
    JSON.stringify(
      tables.map(({ name, all }) => [name, all.all()]),
      (key, value: unknown) => (key === "last_used_at" || key === "last_invoked_at" ? undefined : value),
    );
  // The first changes with every commit of another connection, the second with every change of this one.
  const version = sql
    .prepare("SELECT data_version || ':' || total_changes() FROM pragma_data_version")
    .pluck();
  const dropRests = sql.prepare("DELETE FROM jobs WHERE kind = 'notification.rest'");
  let last = { version: "", text: "" };
  return {
    sql,
    dump() {
      if (String(version.get()) === last.version) return last.text;
      // It may become due between two dumps.
      dropRests.run();
      last = { version: String(version.get()), text: readAll() };
      return last.text;
    },
    silenceFinishedNotices: () => void dropRests.run(),
    [Symbol.dispose]: () => void sql.close(),
  };
}

interface ChangedTable {
  name: string;
  before: unknown[];
  after: unknown[];
}

/** The tables in which two dumps differ, with their rows before and after. */
export function differencesOf(before: string, after: string): ChangedTable[] {
  if (before === after) return [];
  const rows = new Map(JSON.parse(before) as [string, unknown[]][]);
  return (JSON.parse(after) as [string, unknown[]][])
    .map(([name, now]) => ({ name, before: rows.get(name) ?? [], after: now }))
    .filter((table) => JSON.stringify(table.before) !== JSON.stringify(table.after));
}
