import type { Sql } from "../../../db/open.ts";
import { instant } from "../../../lib/instant.ts";
import type { Attention, AttentionKind } from "../sessions/model.ts";

/** The sessions that wait for one of `count` kinds, as a subquery for `IN`. */
export const sessionsWaitingFor = (count: number): string =>
  `(SELECT session_id FROM session_attention WHERE kind IN (${Array(count).fill("?").join(", ")}))`;

interface Stored {
  id: number;
  kind: AttentionKind;
  reason: string;
  since: number;
  said: string | null;
  corrected: number;
}

/** Finds what sessions wait for, by session id; those that work or are undecided are left out. */
export function attentionOf(sql: Sql): (sessionIds: readonly number[]) => Map<number, Attention> {
  const columns =
    "session_id AS id, kind, reason, since, NULLIF(said, '') AS said, correction IS NOT NULL AS corrected";
  const one = sql.prepare<[number], Stored>(
    `SELECT ${columns} FROM session_attention WHERE session_id = ? AND kind IS NOT NULL`,
  );
  const many = sql.prepare<[string], Stored>(
    `SELECT ${columns} FROM session_attention
     WHERE session_id IN (SELECT value FROM json_each(?)) AND kind IS NOT NULL`,
  );
  return (ids) => {
    const [first, ...others] = ids;
    if (first === undefined) return new Map();
    const rows = others.length === 0 ? one.all(first) : many.all(JSON.stringify(ids));
    return new Map(rows.map((row) => [row.id, viewOf(row)]));
  };
}

const viewOf = ({ kind, reason, since, said, corrected }: Stored): Attention => ({
  kind,
  reason,
  said,
  since: instant(since),
  corrected: corrected === 1,
});
