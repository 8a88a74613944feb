import type { Database } from "../../../db/open.ts";
import type { SessionRow } from "../sessions/index.ts";
import { joinableSessions } from "../sessions/queries.ts";

/** An edge between a session and one above it: a spawn, or a self-declared uncle. */
export interface Edge {
  junior: number;
  senior: number;
  spawn: boolean;
}

export type Member = Pick<
  SessionRow,
  "id" | "title" | "agentRoot" | "status" | "parentSessionId" | "genesis" | "schedulingClass"
>;

export type HierarchyStore = ReturnType<typeof hierarchyStore>;

const among = (list: string): string => `IN (SELECT value FROM json_each(@${list}))`;

/** All edges; a spawn edge is stored on the session itself. */
const edges = `SELECT id AS junior, parent_session_id AS senior, 1 AS spawn FROM ${joinableSessions}
    WHERE parent_session_id IS NOT NULL
  UNION ALL SELECT session_id, uncle_id, 0 FROM uncle_links`;

/** Prepared statements that read whole levels of the tree, each through an index. */
export function hierarchyStore({ sql }: Database) {
  const alone = sql.prepare<[{ id: number }], { alone: number }>(`SELECT NOT (
      EXISTS (SELECT 1 FROM ${joinableSessions} WHERE parent_session_id = @id)
      OR EXISTS (SELECT 1 FROM uncle_links WHERE session_id = @id)
      OR EXISTS (SELECT 1 FROM uncle_links WHERE uncle_id = @id)) AS alone`);
  const above = sql.prepare<[{ of: string }], { junior: number; senior: number; spawn: number }>(
    `SELECT junior, senior, spawn FROM (${edges}) WHERE junior ${among("of")} ORDER BY junior, spawn DESC, senior`,
  );
  // With MIN, SQLite takes the other columns from the minimal row, so a parent's edge wins over an uncle's.
  const below = sql.prepare<
    [{ of: string; limit: number }],
    { junior: number; senior: number; spawn: number }
  >(
    `SELECT junior, senior, spawn, MIN(IIF(spawn, 0, senior)) FROM (${edges})
     WHERE senior ${among("of")} GROUP BY junior ORDER BY junior LIMIT @limit`,
  );
  const origin = sql.prepare<[{ id: number }], { id: number }>(`
    WITH RECURSIVE line(id, parent) AS (
      SELECT id, parent_session_id FROM ${joinableSessions} WHERE id = @id
      UNION SELECT s.id, s.parent_session_id FROM ${joinableSessions} s JOIN line ON s.id = line.parent)
    SELECT id FROM line WHERE parent IS NULL`);
  const seniors = sql.prepare<[{ of: number; limit: number }], { id: number }>(`
    WITH RECURSIVE senior(id) AS (
      VALUES (@of)
      UNION SELECT parent_session_id FROM ${joinableSessions} JOIN senior USING (id)
        WHERE parent_session_id IS NOT NULL
      UNION SELECT uncle_id FROM uncle_links JOIN senior ON session_id = senior.id
      LIMIT @limit)
    SELECT id FROM senior`);
  const members = sql.prepare<[{ of: string }], Member>(`
    SELECT id, title, agent_root AS agentRoot, status, parent_session_id AS parentSessionId, genesis,
      scheduling_class AS schedulingClass
    FROM ${joinableSessions} WHERE id ${among("of")}`);
  const link = sql.prepare<[{ junior: number; senior: number; now: number }]>(
    "INSERT INTO uncle_links (session_id, uncle_id, created_at) VALUES (@junior, @senior, @now)",
  );
  const unlink = sql.prepare<[{ junior: number; senior: number }]>(
    "DELETE FROM uncle_links WHERE session_id = @junior AND uncle_id = @senior",
  );
  const list = (ids: Iterable<number>): string => JSON.stringify([...ids]);

  return {
    /** The session has no children, no juniors and no uncle. */
    isAlone: (id: number): boolean => alone.get({ id })?.alone === 1,
    edgesAbove: (ids: readonly number[]): Edge[] => above.all({ of: list(ids) }).map(edge),
    /** One edge for each session directly below `ids`, oldest first. */
    edgesBelow: (ids: readonly number[], limit: number): Edge[] =>
      below.all({ of: list(ids), limit }).map(edge),
    /** The topmost ancestor. */
    originOf: (id: number): number => origin.get({ id })?.id ?? id,
    /** The session and those above it by any line, `limit` at most, in no order that matters. */
    upwards: (id: number, limit: number): number[] => seniors.all({ of: id, limit }).map((row) => row.id),
    members: (ids: Iterable<number>): Member[] => members.all({ of: list(ids) }),
    link: (junior: number, senior: number, now: number): void => void link.run({ junior, senior, now }),
    unlink: (junior: number, senior: number): boolean => unlink.run({ junior, senior }).changes === 1,
  };
}

const edge = ({ junior, senior, spawn }: { junior: number; senior: number; spawn: number }): Edge => ({
  junior,
  senior,
  spawn: spawn === 1,
});
