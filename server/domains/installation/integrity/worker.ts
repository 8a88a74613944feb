import { readDatabase } from "../../../db/read-only.ts";
import { sessionsWithLostLines } from "../../transcripts/transcripts/queries.ts";

export interface Findings {
  problem: string | null;
  lostIn: number[];
}

const mostFindings = 5;

/** Reads every page of the database on a connection of its own. The service can write meanwhile. */
export function check({ file }: { file: string }): Findings {
  try {
    return readDatabase(file, (sql) => {
      const verdicts = sql.prepare<[], string>(`PRAGMA integrity_check(${mostFindings})`).pluck().all();
      const problem = verdicts[0] === "ok" ? null : verdicts.join("; ");
      return { problem, lostIn: sessionsWithLostLines(sql) };
    });
  } catch (error) {
    if (
      !(error instanceof Error) ||
      !("code" in error) ||
      !/^SQLITE_(?:CORRUPT|NOTADB)/.test(String(error.code))
    )
      throw error;
    return { problem: error.message, lostIn: [] };
  }
}
