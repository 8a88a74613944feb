import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

export interface TurnFact {
  sessionId: number;
  status: string;
  pausedBy: string | null;
  openTurns: number;
  turnState: string | null;
  pid: number | null;
  /** Unfinished jobs of the open turn. */
  jobs: number;
  pending: number;
  processing: number;
}

export type Facts = ReturnType<typeof databaseFacts>;

/** Looks into the service's database from outside, whether it runs or not; each answer is one snapshot. */
export function databaseFacts(file: string) {
  let sql: Sqlite.Database | null = null;

  function connection(): Sqlite.Database | null {
    if (sql === null && existsSync(file)) sql = new Sqlite(file, { readonly: true });
    return sql;
  }

  /** 0 while there is no schema yet. */
  function count(source: string): number {
    try {
      const row = connection()?.prepare<[], { n: number }>(source).get();
      return row?.n ?? 0;
    } catch {
      return 0;
    }
  }

  function rows<Row>(source: string): Row[] {
    return connection()?.prepare<[], Row>(source).all() ?? [];
  }

  return {
    endedTurns: () => count("SELECT COUNT(*) AS n FROM turns WHERE state = 'ended'"),
    startedTurns: () => count("SELECT COUNT(*) AS n FROM turns WHERE pid IS NOT NULL"),
    takenMessages: () => count("SELECT COUNT(*) AS n FROM enqueued_messages WHERE status <> 'pending'"),
    conversations: () =>
      rows<{
        id: number;
        conversationId: string | null;
        key: string;
        status: string;
        clonePath: string | null;
      }>(
        `SELECT id, conversation_id AS conversationId, idempotency_key AS "key", status, clone_path AS clonePath
         FROM sessions ORDER BY id`,
      ),
    turns: () =>
      rows<TurnFact>(`
        SELECT s.id AS sessionId, s.status, s.paused_by AS pausedBy, t.state AS turnState, t.pid,
          (SELECT COUNT(*) FROM turns o WHERE o.session_id = s.id AND o.state <> 'ended') AS openTurns,
          (SELECT COUNT(*) FROM jobs j WHERE j.key = 'turn:' || t.id AND j.state <> 'failed') AS jobs,
          (SELECT COUNT(*) FROM enqueued_messages m WHERE m.session_id = s.id AND m.status = 'pending') AS pending,
          (SELECT COUNT(*) FROM enqueued_messages m WHERE m.session_id = s.id AND m.status = 'processing') AS processing
        FROM sessions s LEFT JOIN turns t ON t.session_id = s.id AND t.state <> 'ended' ORDER BY s.id`),
    jobsLeft: () =>
      rows<{ kind: string; state: string; key: string | null }>("SELECT kind, state, key FROM jobs"),
    /** What SQLite itself says is wrong with the file. */
    unsound: (): string[] => [
      ...rows<{ integrity_check: string }>("PRAGMA integrity_check")
        .map((row) => row.integrity_check)
        .filter((verdict) => verdict !== "ok"),
      ...rows<object>("PRAGMA foreign_key_check").map((row) => `foreign key: ${JSON.stringify(row)}`),
    ],
    close: (): void => void sql?.close(),
  };
}
