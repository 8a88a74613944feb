import { basename } from "node:path";
import Sqlite from "better-sqlite3";
import { backUp } from "../../../db/migrate.ts";
import { type CopyReport, inspectCopy } from "./copies.ts";

/** Copies the database, checks the copy and returns its name. The service can write meanwhile. */
export function make(input: { file: string; folder: string; now: number }): string {
  const sql = new Sqlite(input.file, { readonly: true, fileMustExist: true });
  try {
    return basename(backUp({ sql }, input.folder, input.now));
  } finally {
    sql.close();
  }
}

export const inspect = ({ file }: { file: string }): CopyReport => inspectCopy(file);
