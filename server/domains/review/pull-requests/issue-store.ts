import type { Database } from "../../../db/open.ts";
import { type IssueLink, issueNameOf } from "./link-rules.ts";

/** No trigger fires for what is older than that. */
const keptMs = 14 * 24 * 3_600_000;

/** The issues that sessions opened lately. */
export function issueStore({ sql }: Pick<Database, "sql">) {
  const add = sql.prepare<[string, number, number]>(
    "INSERT INTO session_issues (name, session_id, found_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const removeOld = sql.prepare<[number]>("DELETE FROM session_issues WHERE found_at < ?");
  const sessionOf = sql
    .prepare<[string], number>("SELECT session_id FROM session_issues WHERE name = ?")
    .pluck();

  return {
    record(sessionId: number, link: IssueLink, now: number): void {
      removeOld.run(now - keptMs);
      add.run(issueNameOf(link), sessionId, now);
    },
    /** The session that opened `owner/repo#number`; null if none is known to have. */
    sessionOf: (name: string): number | null => sessionOf.get(name.toLowerCase()) ?? null,
  };
}
