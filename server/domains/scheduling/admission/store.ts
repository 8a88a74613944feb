import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { sessionsWithSlot, spotQueueOrder, spotQueueSessions } from "../../sessions/sessions/queries.ts";
import type { Candidate } from "./ports.ts";
import { spotRecords } from "./table.ts";

export type SpotRecord = typeof spotRecords.$inferSelect;
type SpotChanges = Partial<Omit<SpotRecord, "sessionId">>;

/** A session in the spot queue. */
export interface QueuedRow extends Candidate {
  title: string;
  slug: string | null;
  precedence: number;
  waitingSince: number | null;
  /** Whether its turn was stopped before it got here. */
  isPaused: boolean;
}

export type AdmissionStore = ReturnType<typeof admissionStore>;

const queueColumns = `s.id, s.title, s.slug, s.precedence, s.genesis, s.agent_runtime AS agentRuntime,
  s.scheduling_class AS schedulingClass, s.waiting_since AS waitingSince, r.state IS 'paused' AS isPaused`;
const queue = `(SELECT ${queueColumns}, s.created_at FROM ${spotQueueSessions} AS s
  LEFT JOIN spot_records AS r ON r.session_id = s.id ORDER BY ${order("s.")})`;

function order(prefix: string): string {
  return spotQueueOrder
    .split(", ")
    .map((column) => `${prefix}${column}`)
    .join(", ");
}

type RawQueued = Omit<QueuedRow, "isPaused"> & { isPaused: number };
const readQueued = (raw: RawQueued): QueuedRow => ({ ...raw, isPaused: raw.isPaused === 1 });

export function admissionStore({ sql }: Database) {
  const { columns, read } = rowsOf<SpotRecord>(spotRecords);
  const record = sql.prepare<[number], unknown>(`SELECT ${columns} FROM spot_records WHERE session_id = ?`);
  const occupied = sql.prepare<[number], { onWorker: number; awaiting: number }>(
    `SELECT COUNT(*) FILTER (WHERE waiting_kind IS NULL) AS onWorker,
      COUNT(*) FILTER (WHERE waiting_kind = 'queued') AS awaiting
     FROM ${sessionsWithSlot} WHERE id <> ?`,
  );
  const next = sql.prepare<[{ blocked: string; skipped: string }], RawQueued>(
    `SELECT * FROM ${queue} WHERE agentRuntime || IIF(isPaused, ':paused', ':held')
      NOT IN (SELECT value FROM json_each(@blocked)) AND id NOT IN (SELECT value FROM json_each(@skipped)) LIMIT 1`,
  );
  const listed = sql.prepare<[number], RawQueued>(`SELECT * FROM ${queue} LIMIT ?`);
  const promoted = sql.prepare<[{ genesis: string }], RawQueued>(
    `SELECT * FROM ${queue} WHERE schedulingClass = 'priority'
      OR (schedulingClass IS NULL AND genesis IN (SELECT value FROM json_each(@genesis)))`,
  );
  const waitedLongest = sql.prepare<[string], RawQueued & { since: number }>(
    `SELECT q.*, r.since FROM spot_records AS r JOIN ${queue} AS q ON q.id = r.session_id
     WHERE r.state = 'held' AND q.agentRuntime = ? ORDER BY r.since, q.id LIMIT 1`,
  );
  const counts = sql.prepare<[], { state: SpotRecord["state"]; why: SpotRecord["why"]; count: number }>(
    "SELECT state, why, COUNT(*) AS count FROM spot_records WHERE state IS NOT NULL GROUP BY state, why",
  );
  const waits = sql.prepare<[number], { oldest: number | null; past: number }>(
    `SELECT MIN(since) AS oldest, COUNT(*) FILTER (WHERE since <= ?) AS past FROM spot_records WHERE state = 'held'`,
  );
  const starved = sql.prepare<[], { id: number }>(
    `SELECT s.id FROM spot_records AS r JOIN ${sessionsWithSlot} AS s ON s.id = r.session_id
     WHERE r.state = 'admitted' LIMIT 1`,
  );
  const put = sql.prepare<[number]>(
    "INSERT INTO spot_records (session_id) VALUES (?) ON CONFLICT (session_id) DO NOTHING",
  );
  const size = sql.prepare<[], { count: number }>(`SELECT COUNT(*) AS count FROM ${spotQueueSessions}`);
  const running = sql.prepare<[], Candidate & { precedence: number }>(
    `SELECT id, genesis, precedence, agent_runtime AS agentRuntime, scheduling_class AS schedulingClass
     FROM ${sessionsWithSlot} WHERE waiting_kind IS NULL`,
  );
  const changed = new Map<string, (row: SpotChanges & { sessionId: number }) => void>();

  function change(sessionId: number, changes: SpotChanges): void {
    const keys = Object.keys(changes).sort();
    const name = keys.join();
    const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const known =
      changed.get(name) ?? prepareChange(keys.map((key) => `${columnOf(key)} = @${key}`).join(", "));
    changed.set(name, known);
    put.run(sessionId);
    known({ ...changes, sessionId });
  }

  function prepareChange(assignments: string): (row: SpotChanges & { sessionId: number }) => void {
    const statement = sql.prepare<[SpotChanges & { sessionId: number }]>(
      `UPDATE spot_records SET ${assignments} WHERE session_id = @sessionId`,
    );
    return (row) => void statement.run(row);
  }

  return {
    record(sessionId: number): SpotRecord | undefined {
      const raw = record.get(sessionId);
      return raw === undefined ? undefined : read(raw);
    },
    change,
    /** Sessions with a slot other than this one. */
    occupied: (except: number) => occupied.get(except) ?? { onWorker: 0, awaiting: 0 },
    /** The first in the queue, without `<runtime>:held` or `<runtime>:paused` ones that are blocked. */
    next(blocked: Iterable<string>, skipped: Iterable<number>): QueuedRow | undefined {
      const raw = next.get({ blocked: JSON.stringify([...blocked]), skipped: JSON.stringify([...skipped]) });
      return raw && readQueued(raw);
    },
    queued: (limit: number): QueuedRow[] => listed.all(limit).map(readQueued),
    queueSize: (): number => size.get()?.count ?? 0,
    /** Those in the queue that are priority sessions by now. */
    promoted: (genesis: readonly string[]): QueuedRow[] =>
      promoted.all({ genesis: JSON.stringify(genesis) }).map(readQueued),
    /** The session of the runtime whose turn has been held longest. */
    waitedLongest: (runtime: string) => waitedLongest.get(runtime),
    counts: () => counts.all(),
    /** When the oldest hold began, and how many began by then. */
    waits: (then: number) => waits.get(then) ?? { oldest: null, past: 0 },
    /** The session that runs because it had waited too long. */
    starved: (): number | null => starved.get()?.id ?? null,
    running: () => running.all(),
  };
}
