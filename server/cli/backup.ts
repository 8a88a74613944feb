import { join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { backUp } from "../db/migrate.ts";
import { Refusal } from "../lib/errors.ts";
import { readSettings } from "../settings.ts";
import { print } from "./output.ts";

/** Works while the service runs: SQLite copies a consistent state. */
export async function backup([folder]: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const sql = openForReading(join(dataFolder, "signalbox.db"));
  try {
    const file = backUp({ sql }, resolve(folder ?? join(dataFolder, "backups")), Date.now());
    print(`Backed up and verified: ${file}`);
    return 0;
  } finally {
    sql.close();
  }
}

function openForReading(file: string): Sqlite.Database {
  try {
    return new Sqlite(file, { readonly: true, fileMustExist: true });
  } catch (cause) {
    const messages = [`Could not open ${file}. Set SERVICE_DATA_DIR to the data folder to back up.`];
    throw new Refusal({ status: 503, label: "No database", messages, cause });
  }
}
