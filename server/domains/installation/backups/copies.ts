import Sqlite from "better-sqlite3";
import { appliedMigrations, planMigration, readJournal } from "../../../db/migrate.ts";
import { countSessions } from "../../sessions/sessions/queries.ts";

/** The result of checking a copy of the database. */
export interface CopyReport {
  /** Why it cannot be restored, as a sentence; null if it can. */
  problem: string | null;
  /** Sessions in it; null if it cannot be read. */
  sessions: number | null;
}

/** Reads every page of a copy. Takes seconds for a large one: call it in a worker, or before the service starts. */
export function inspectCopy(file: string): CopyReport {
  let copy: Sqlite.Database;
  try {
    copy = new Sqlite(file, { readonly: true, fileMustExist: true });
  } catch {
    return { problem: "The copy is not there, or cannot be read.", sessions: null };
  }
  try {
    return inspect(copy);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `The copy is damaged: ${reason}.`, sessions: null };
  } finally {
    copy.close();
  }
}

function inspect(copy: Sqlite.Database): CopyReport {
  const verdict = copy.pragma("integrity_check", { simple: true });
  if (verdict !== "ok") return { problem: `The copy is damaged: ${String(verdict)}.`, sessions: null };
  const applied = appliedMigrations({ sql: copy });
  if (applied.length === 0) return { problem: "The copy is not a Signalbox database.", sessions: null };
  const sessions = countSessions(copy);
  const isNewer = planMigration(readJournal(), applied).kind === "newer";
  return { problem: isNewer ? "The copy was made by a newer version of Signalbox." : null, sessions };
}
