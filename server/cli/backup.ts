import { join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { backUp } from "../db/migrate.ts";
import { isDiskFull } from "../lib/disk-full.ts";
import { Refusal } from "../lib/errors.ts";
import { readSettings } from "../settings.ts";
import { print } from "./output.ts";
import { text } from "./text.ts";

export async function backup([folder]: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  print(text.backup.done(backUpInto(resolve(folder ?? join(dataFolder, "backups")), dataFolder)));
  return 0;
}

/** Works while the service runs: SQLite copies a consistent state. Returns the path of the copy. */
export function backUpInto(folder: string, dataFolder: string): string {
  const sql = openForReading(join(dataFolder, "signalbox.db"));
  try {
    return writeInto(folder, sql);
  } finally {
    sql.close();
  }
}

const unwritable =
  /^(?:EACCES|EPERM|EROFS|EEXIST|ENOENT|ENOTDIR|ENAMETOOLONG|SQLITE_CANTOPEN.*|SQLITE_READONLY.*)$/;

/** Returns the path of the copy. */
function writeInto(folder: string, sql: Sqlite.Database): string {
  try {
    return backUp({ sql }, folder, Date.now());
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!isDiskFull(cause) && !unwritable.test(code)) throw cause;
    const messages = [isDiskFull(cause) ? text.backup.diskFull(folder) : text.backup.unwritable(folder)];
    throw new Refusal({ status: 507, label: "No backup", messages, cause });
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
