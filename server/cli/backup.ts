import { join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { backUp } from "../db/migrate.ts";
import { readSettings } from "../settings.ts";
import { print } from "./output.ts";

/** Works beside a running service: SQLite copies a consistent state. */
export async function backup([folder]: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const sql = new Sqlite(join(dataFolder, "signalbox.db"), { readonly: true, fileMustExist: true });
  try {
    const file = backUp({ sql }, resolve(folder ?? join(dataFolder, "backups")), Date.now());
    print(`Backed up and verified: ${file}`);
    return 0;
  } finally {
    sql.close();
  }
}
