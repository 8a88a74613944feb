import { jsonList } from "../../../db/json-column.ts";
import type { Sql } from "../../../db/open.ts";

const names = jsonList<string>();

/** The columns of sessions that other domains join, as a subquery. SQLite still uses the indexes of the table. */
export const joinableSessions = `(SELECT id, title, agent_root, status, genesis, scheduling_class, metadata,
  parent_session_id, forked_from_session_id, last_touched_at, archived_at, updated_at, visibility, snoozed_until
  FROM sessions)`;

/** The condition that a session is on the board, with one parameter: now. */
export const isOnBoard = "(visibility = 'visible' OR (visibility = 'snoozed' AND snoozed_until <= ?))";

/** The name under which SQLite keeps the newest id of a session. */
export const sessionsTable = "sessions";

/** How many sessions a database has that is not open as the service's own. */
export const countSessions = (sql: Sql): number =>
  sql.prepare<[], number>("SELECT COUNT(*) FROM sessions").pluck().get() ?? 0;

/** The settings of their own that open sessions' repositories bring, on any connection. */
export const repositorySettingsOfOpenSessions = (sql: Sql): { gitRoot: string; settings: string[] }[] =>
  sql
    .prepare<[], { gitRoot: string; settings: string }>(
      `SELECT DISTINCT git_root AS gitRoot, repository_settings AS settings FROM sessions
       WHERE status <> 'archived' AND git_root IS NOT NULL AND repository_settings <> '[]' ORDER BY git_root`,
    )
    .all()
    .map(({ gitRoot, settings }) => ({ gitRoot, settings: names.decode(settings) }));

/** The columns of a session that go into the archive. */
export interface ArchivedSession {
  id: number;
  title: string;
  slug: string | null;
  status: string;
  prompt: string | null;
  git_root: string | null;
  branch: string;
  created_at: number;
  updated_at: number;
  archived_at: number | null;
  goal: string | null;
  mcp_servers: string[];
}

/** Reads the archived columns of a session, on any connection. */
export function archivedSessions(sql: Sql): (id: number) => ArchivedSession | undefined {
  const session = sql.prepare<[number], Omit<ArchivedSession, "mcp_servers"> & { mcp_servers: string }>(`
    SELECT id, title, slug, status, prompt, git_root, branch, created_at, updated_at, archived_at, goal, mcp_servers
    FROM sessions WHERE id = ?`);
  return (id) => {
    const row = session.get(id);
    return row && { ...row, mcp_servers: names.decode(row.mcp_servers) };
  };
}
