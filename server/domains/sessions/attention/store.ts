import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { instant } from "../../../lib/instant.ts";
import { type AttentionKind, needyKinds } from "../sessions/model.ts";
import { isOnBoard, joinableSessions } from "../sessions/queries.ts";
import { byUrgency } from "./model.ts";
import { sessionAttention } from "./table.ts";

interface StoredNeedy {
  id: number;
  title: string;
  favorited: number;
  kind: AttentionKind;
  since: number;
}

export type AttentionRow = typeof sessionAttention.$inferSelect;
export type AttentionChanges = Partial<Omit<AttentionRow, "sessionId">>;

export type AttentionStore = ReturnType<typeof attentionStore>;

/** The condition of `isStopped` on a session `s`: what waits for its turn has nothing to decide. */
const isStopped = `(s.status IN ('needs_input', 'failed') OR (s.status = 'waiting' AND (s.waiting_kind IS NULL
  OR s.waiting_kind = 'idle' OR (s.waiting_kind = 'parked' AND s.oauth_required_servers <> '[]'))))`;

const needy = needyKinds.map((kind) => `'${kind}'`).join(", ");

export function attentionStore({ sql }: Pick<Database, "sql">) {
  const { columns, read } = rowsOf<AttentionRow>(sessionAttention);
  const writes = writesOf<AttentionRow, typeof sessionAttention.$inferInsert>(sql, sessionAttention);
  const find = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM session_attention WHERE session_id = ?`,
  );
  const undecided = sql.prepare<[number, number], { id: number }>(
    `SELECT s.id AS id FROM ${joinableSessions} s LEFT JOIN session_attention a ON a.session_id = s.id
     WHERE s.id > ? AND ${isStopped} AND (a.kind IS NULL OR a.said IS NULL)
     ORDER BY s.id LIMIT ?`,
  );
  const needyOnBoard = sql.prepare<[number], StoredNeedy>(
    `SELECT s.id AS id, s.title AS title, s.favorited AS favorited, a.kind AS kind, a.since AS since
     FROM session_attention a JOIN ${joinableSessions} s ON s.id = a.session_id
     WHERE a.kind IN (${needy}) AND s.status <> 'archived' AND ${isOnBoard}`,
  );

  const clear = sql.prepare<[number]>(
    `UPDATE session_attention SET kind = NULL, reason = NULL, since = NULL, said = NULL, correction = NULL
     WHERE session_id = ? AND (kind IS NOT NULL OR correction IS NOT NULL)`,
  );

  return {
    /** The session works again, or nobody waits for it. */
    clear: (sessionId: number): void => void clear.run(sessionId),
    find(sessionId: number): AttentionRow | undefined {
      const raw = find.get(sessionId);
      return raw === undefined ? undefined : read(raw);
    },
    insert: (sessionId: number, changes: AttentionChanges & { stoppedAt: number }): AttentionRow =>
      writes.insert({ sessionId, ...changes }),
    /** Undefined if it has no row. */
    update: (sessionId: number, changes: AttentionChanges): AttentionRow | undefined =>
      writes.update(changes, { where: "session_id = @which", values: { which: sessionId } }),
    /** Sessions after `after` that stopped and have nothing decided, or whose last words were not read, oldest first. */
    undecided: (after: number, limit: number): number[] => undecided.all(after, limit).map(({ id }) => id),
    /** The sessions on the board that need a person, the most urgent first. */
    needy: (now: number): { id: number; title: string }[] =>
      needyOnBoard
        .all(now)
        .map(({ id, title, favorited, kind, since }) => ({
          id,
          title,
          favorited: favorited === 1,
          // As on the wire, so that every list has the same order.
          attention: { kind, since: instant(since) },
        }))
        .toSorted(byUrgency)
        .map(({ id, title }) => ({ id, title })),
  };
}
