import { jsonList } from "../../../db/json-codec.ts";
import type { Sql } from "../../../db/open.ts";

const names = jsonList<string>();

/** The columns of sessions that other domains join, as a subquery. SQLite still uses the indexes of the table. */
export const joinableSessions = `(SELECT id, title, agent_root, status, genesis, scheduling_class, metadata,
  parent_session_id, forked_from_session_id, last_touched_at, archived_at, updated_at, visibility, snoozed_until, failure_reason,
  waiting_kind, oauth_required_servers, category_id, favorited
  FROM sessions)`;

/** The condition that a session is on the board, with one parameter: now. */
export const isOnBoard = "(visibility = 'visible' OR (visibility = 'snoozed' AND snoozed_until <= ?))";

/** The name under which SQLite keeps the newest id of a session. */
export const sessionsTable = "sessions";

/** How many sessions a database has that is not open as the service's own. */
export const countSessions = (sql: Sql): number =>
  sql.prepare<[], number>("SELECT COUNT(*) FROM sessions").pluck().get() ?? 0;

interface OwnerOfClone {
  sessionId: number;
  agentRoot: string | null;
}

/** The newest session that has or had its clone at this path. */
export function sessionOfClone(sql: Sql): (clonePath: string) => OwnerOfClone | undefined {
  const newest = sql.prepare<[string], OwnerOfClone>(
    "SELECT id AS sessionId, agent_root AS agentRoot FROM sessions WHERE clone_path = ? ORDER BY id DESC LIMIT 1",
  );
  return (clonePath) => newest.get(clonePath);
}

/** The settings of their own that open sessions' repositories bring, on any connection. */
export const repositorySettingsOfOpenSessions = (sql: Sql): { gitRoot: string; settings: string[] }[] =>
  sql
    .prepare<[], { gitRoot: string; settings: string }>(
      `SELECT DISTINCT git_root AS gitRoot, repository_settings AS settings FROM sessions
       WHERE status <> 'archived' AND git_root IS NOT NULL AND repository_settings <> '[]' ORDER BY git_root`,
    )
    .all()
    .map(({ gitRoot, settings }) => ({ gitRoot, settings: names.decode(settings) }));

/** The repositories of sessions, those used last first. */
export const usedRepositories = (sql: Sql, most: number): string[] =>
  sql
    .prepare<[number], string>(
      "SELECT git_root FROM sessions WHERE git_root IS NOT NULL GROUP BY git_root ORDER BY MAX(id) DESC LIMIT ?",
    )
    .pluck()
    .all(most);

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

/** Open sessions without a chosen class, by genesis. */
export function liveSessionsByGenesis(sql: Sql): () => { genesis: string; count: number }[] {
  const counts = sql.prepare<[], { genesis: string; count: number }>(
    `SELECT genesis, COUNT(*) AS count FROM sessions
     WHERE status <> 'archived' AND scheduling_class IS NULL GROUP BY genesis`,
  );
  return () => counts.all();
}

/** Open sessions, by runtime. */
export function openSessionsByRuntime(sql: Sql): () => { runtime: string; count: number }[] {
  const counts = sql.prepare<[], { runtime: string; count: number }>(
    `SELECT agent_runtime AS runtime, COUNT(*) AS count FROM sessions
     WHERE status <> 'archived' GROUP BY agent_runtime`,
  );
  return () => counts.all();
}

/** The sessions that need input or are archived, as a subquery. */
export const sessionsAtRest = `(SELECT id, title, status, goal, agent_root, agent_runtime, model, created_at FROM sessions
  WHERE status IN ('needs_input', 'archived'))`;

/** The sessions whose turn waits in the spot queue, as a subquery; in this order the index needs no sorting. */
export const spotQueueSessions = `(SELECT id, title, slug, agent_root, agent_runtime, model, scheduling_class, genesis, precedence, created_at,
  waiting_since FROM sessions WHERE waiting_kind = 'spot_queue')`;
export const spotQueueOrder = "precedence DESC, created_at, id";

/** Open sessions in the order of the ranked view, but without their classes apart. */
export function rankedSessions(sql: Sql): () => RankedSession[] {
  const ranks = sql.prepare<[], RankedSession>(
    `SELECT id, precedence, genesis, scheduling_class AS schedulingClass FROM sessions
     WHERE status <> 'archived' ORDER BY precedence DESC, created_at, id`,
  );
  return () => ranks.all();
}

export interface RankedSession {
  id: number;
  precedence: number;
  genesis: string;
  schedulingClass: "spot" | "priority" | null;
}

/** Open sessions that wait for something other than a slot: a wake, an account or a sign-in. */
export const restingSessions = `(SELECT id, waiting_kind FROM sessions
  WHERE waiting_kind IN ('asleep_on_wake', 'parked'))`;

/**
 * Sessions that have a slot: their turn runs, or its job is queued. Those that wait for an answer run as well. Each part
 * has its index; one condition with OR would read every session.
 */
export const sessionsWithSlot = `(SELECT id, agent_root, agent_runtime, model, scheduling_class, genesis, precedence, created_at,
    waiting_kind, blocked_on_elicitation FROM sessions WHERE status = 'running'
  UNION ALL SELECT id, agent_root, agent_runtime, model, scheduling_class, genesis, precedence, created_at,
    waiting_kind, blocked_on_elicitation FROM sessions WHERE waiting_kind = 'queued'
  UNION ALL SELECT id, agent_root, agent_runtime, model, scheduling_class, genesis, precedence, created_at,
    waiting_kind, blocked_on_elicitation FROM sessions WHERE blocked_on_elicitation = 1
    AND status <> 'running' AND waiting_kind IS NOT 'queued')`;
