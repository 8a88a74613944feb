import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

export interface TurnFact {
  sessionId: number;
  status: string;
  pausedBy: string | null;
  waitingKind: string | null;
  blocked: 0 | 1;
  /** Open questions and pending wakes. */
  questions: number;
  wakes: number;
  openTurns: number;
  turnState: string | null;
  pid: number | null;
  /** Unfinished jobs of the open turn. */
  jobs: number;
  pending: number;
  processing: number;
}

export type Facts = ReturnType<typeof databaseFacts>;

/** Reads the service's database from outside, running or not; each call is one snapshot. */
export function databaseFacts(file: string) {
  let sql: Sqlite.Database | null = null;

  function connection(): Sqlite.Database | null {
    if (sql === null && existsSync(file)) sql = new Sqlite(file, { readonly: true });
    return sql;
  }

  /** 0 without a schema. */
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
    holds: () => count("SELECT COUNT(*) + COUNT(marked_at) AS n FROM spot_records WHERE state IS NOT NULL"),
    admissions: () => count("SELECT COUNT(*) AS n FROM session_states WHERE cause = 'admitted'"),
    rotations: () => count("SELECT COUNT(*) AS n FROM account_rotations"),
    preemptions: () => count("SELECT SUM(preempted_count) AS n FROM spot_records"),
    /** What the spot queue remembers of sessions that are not in it. */
    strayHolds: () =>
      count(`SELECT COUNT(*) AS n FROM spot_records r JOIN sessions s ON s.id = r.session_id
        WHERE r.state IN ('held', 'paused') AND s.waiting_kind IS NOT 'spot_queue'`),
    /** Runtimes with accounts of which not exactly one is current. */
    headlessPools: () =>
      count(
        `SELECT COUNT(*) AS n FROM (SELECT 1 FROM inference_accounts GROUP BY runtime HAVING SUM(is_current) <> 1)`,
      ),
    endedWakes: () => count("SELECT COUNT(*) AS n FROM wakes WHERE state <> 'armed'"),
    settledQuestions: () => count("SELECT COUNT(*) AS n FROM elicitations WHERE status <> 'pending'"),
    /** How many lines of the session's transcript are stored. */
    lineCount: (id: number) => count(`SELECT line_count AS n FROM transcripts WHERE session_id = ${id}`),
    conversations: () =>
      rows<{
        id: number;
        conversationId: string | null;
        /** Null for a fork. */
        key: string | null;
        forkedFrom: number | null;
        forkedAt: number | null;
        status: string;
        waitingKind: string | null;
        clonePath: string | null;
        notes: string | null;
      }>(
        `SELECT id, conversation_id AS conversationId, idempotency_key AS "key", status, clone_path AS clonePath,
           forked_from_session_id AS forkedFrom, forked_at_message_index AS forkedAt, waiting_kind AS waitingKind,
           session_notes AS notes
         FROM sessions ORDER BY id`,
      ),
    /** Accepted messages that reached no agent. */
    undelivered: () =>
      rows<{ content: string }>("SELECT content FROM enqueued_messages WHERE status = 'undelivered'").map(
        ({ content }) => content,
      ),
    openQuestions: () =>
      rows<{ id: string }>("SELECT request_id AS id FROM elicitations WHERE status = 'pending'").map(
        ({ id }) => id,
      ),
    questions: () =>
      rows<{ id: string; status: string; content: string | null }>(
        "SELECT request_id AS id, status, content FROM elicitations",
      ),
    wakes: () =>
      rows<{ sessionId: number; state: string; prompt: string }>(
        "SELECT session_id AS sessionId, state, prompt FROM wakes",
      ),
    /** Pending summaries without a job that writes them. */
    abandonedSummaries: () =>
      count(`SELECT COUNT(*) AS n FROM status_summaries s WHERE state = 'pending' AND NOT EXISTS
        (SELECT 1 FROM jobs j WHERE j.kind = 'status_summary.write' AND j.state <> 'failed'
          AND j.payload ->> 'sessionId' = s.session_id)`),
    /** Sessions with more than one open notification that they need input. */
    doubledNotices: () =>
      count(`SELECT COUNT(*) AS n FROM (SELECT 1 FROM notifications
        WHERE notification_type = 'session_needs_input' AND stale = 0 GROUP BY session_id HAVING COUNT(*) > 1)`),
    turns: () =>
      rows<TurnFact>(`
        SELECT s.id AS sessionId, s.status, s.paused_by AS pausedBy, t.state AS turnState, t.pid,
          s.waiting_kind AS waitingKind, s.blocked_on_elicitation AS blocked,
          (SELECT COUNT(*) FROM elicitations e WHERE e.session_id = s.id AND e.status = 'pending') AS questions,
          (SELECT COUNT(*) FROM wakes w WHERE w.session_id = s.id AND w.state = 'armed') AS wakes,
          (SELECT COUNT(*) FROM turns o WHERE o.session_id = s.id AND o.state <> 'ended') AS openTurns,
          (SELECT COUNT(*) FROM jobs j WHERE j.kind = 'turn' AND j.payload ->> 'turnId' = t.id AND j.state <> 'failed') AS jobs,
          (SELECT COUNT(*) FROM enqueued_messages m WHERE m.session_id = s.id AND m.status = 'pending') AS pending,
          (SELECT COUNT(*) FROM enqueued_messages m WHERE m.session_id = s.id AND m.status = 'processing') AS processing
        FROM sessions s LEFT JOIN turns t ON t.session_id = s.id AND t.state <> 'ended' ORDER BY s.id`),
    jobsLeft: () =>
      rows<{ kind: string; state: string; key: string | null }>("SELECT kind, state, key FROM jobs"),
    /** Due removals of unused folders: each is a job until it is done. */
    removalsDue: () =>
      count(`SELECT COUNT(*) AS n FROM jobs WHERE state <> 'failed' AND run_at <= ${Date.now()}
        AND kind IN ('session.reclaim', 'fork.abandoned')`),
    /** What SQLite's integrity checks report. */
    unsound: (): string[] => [
      ...rows<{ integrity_check: string }>("PRAGMA integrity_check")
        .map((row) => row.integrity_check)
        .filter((verdict) => verdict !== "ok"),
      ...rows<object>("PRAGMA foreign_key_check").map((row) => `foreign key: ${JSON.stringify(row)}`),
    ],
    /** Makes all timed work due at the next start: wakes, archiving, notifications, heartbeats, abandoned forks. */
    hurry(): void {
      if (!existsSync(file)) return;
      const writing = new Sqlite(file, { timeout: 5_000 });
      try {
        writing.exec(`UPDATE jobs SET run_at = 0 WHERE state = 'ready' AND kind IN
          ('wake', 'session.stow', 'notification.rest', 'self_session.archive', 'heartbeat.sweep', 'turn.drain', 'fork.abandoned');
          UPDATE sessions SET heartbeat_at = 0 WHERE heartbeat_enabled = 1`);
      } finally {
        writing.close();
      }
    },
    close: (): void => void sql?.close(),
  };
}
