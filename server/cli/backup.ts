import { join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { backUp } from "../db/migrate.ts";
import { Refusal } from "../lib/errors.ts";
import { readSettings } from "../settings.ts";
import { print } from "./output.ts";
import { text } from "./text.ts";

/** Works while the service runs: SQLite copies a consistent state. */
export async function backup([folder]: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const sql = openForReading(join(dataFolder, "signalbox.db"));
  try {
    const file = backUp({ sql }, resolve(folder ?? join(dataFolder, "backups")), Date.now());
    print(text.backup.done(file));
    return 0;
  } finally {
    sql.close();
  }
}

function openForReading(file: string): Sqlite.Database {
  try {
    return new Sqlite(file, { readonly: true, fileMustExist: true });
  } catch (cause) {
    const messages = [text.backup.unreadable(file)];
    throw new Refusal({ status: 503, label: "No database", messages, cause });
  }
}
