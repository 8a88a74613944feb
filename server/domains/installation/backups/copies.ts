import Sqlite from "better-sqlite3";
import { appliedMigrations, planMigration, readJournal } from "../../../db/migrate.ts";
import { hasNoViews, hasOwnSchema } from "../../../db/schema-check.ts";
import { countSessions } from "../../sessions/sessions/queries.ts";
import { text } from "./text.ts";

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
    return { problem: text.unreadable, sessions: null };
  }
  try {
    return inspect(copy);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: text.damaged(reason), sessions: null };
  } finally {
    copy.close();
  }
}

function inspect(copy: Sqlite.Database): CopyReport {
  const refused = (problem: string): CopyReport => ({ problem, sessions: null });
  // Before anything is read that somebody else could have defined.
  if (!hasNoViews(copy)) return refused(text.otherSchema);
  const applied = appliedMigrations({ sql: copy });
  if (applied.length === 0) return refused(text.otherDatabase);
  const isNewer = planMigration(readJournal(), applied).kind === "newer";
  if (!isNewer && !hasOwnSchema(copy, applied)) return refused(text.otherSchema);
  const verdict = copy.pragma("integrity_check", { simple: true });
  if (verdict !== "ok") return refused(text.damaged(String(verdict)));
  return { problem: isNewer ? text.newer : null, sessions: countSessions(copy) };
}
