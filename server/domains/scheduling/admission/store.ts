import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { sessionsWithSlot, spotQueueOrder, spotQueueSessions } from "../../sessions/sessions/queries.ts";
import type { Candidate } from "./ports.ts";
import { spotRecords } from "./table.ts";

export type SpotRecord = typeof spotRecords.$inferSelect;
type SpotChanges = Partial<Omit<SpotRecord, "sessionId">>;

/** Sessions that spend alike. */
export type Spenders = Pick<Candidate, "agentRoot" | "model"> & { count: number };

/** A session in the spot queue. */
export interface QueuedRow extends Candidate {
  title: string;
  slug: string | null;
  precedence: number;
  waitingSince: number | null;
  /** Whether its turn was stopped before it got here. */
  isPaused: boolean;
}

/** A session whose turn runs, as the choice of who gives up a slot sees it. */
export interface RunningRow extends Candidate {
  precedence: number;
  createdAt: number;
  state: SpotRecord["state"];
  markedAt: number | null;
  preemptedAt: number | null;
  preemptedCount: number;
}

export type AdmissionStore = ReturnType<typeof admissionStore>;

const queueColumns = `s.id, s.title, s.slug, s.precedence, s.genesis, s.agent_root AS agentRoot,
  s.agent_runtime AS agentRuntime, s.model, s.scheduling_class AS schedulingClass, s.waiting_since AS waitingSince, r.state IS 'paused' AS isPaused`;
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
  const waitedLongest = sql.prepare<[string, string], { id: number; since: number }>(
    `SELECT s.id, r.since FROM spot_records AS r CROSS JOIN ${spotQueueSessions} AS s ON s.id = r.session_id
     WHERE r.state = ? AND s.agent_runtime = ? ORDER BY r.since, r.session_id LIMIT 1`,
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
    /** The session of the runtime that has waited longest in this state. */
    waitedLongest: (runtime: string, state: "held" | "paused") => waitedLongest.get(state, runtime),
    counts: () => counts.all(),
    /** When the oldest hold began, and how many began by then. */
    waits: (then: number) => waits.get(then) ?? { oldest: null, past: 0 },
    /** The session that runs because it had waited too long. */
    starved: (): number | null => starved.get()?.id ?? null,
    ...slotHolders(sql),
  };
}

/** Sessions that have a slot. */
function slotHolders(sql: Database["sql"]) {
  const running = sql.prepare<[], RunningRow>(
    `SELECT s.id, s.genesis, s.precedence, s.agent_root AS agentRoot, s.agent_runtime AS agentRuntime, s.model, s.scheduling_class AS schedulingClass,
      s.created_at AS createdAt, r.state, r.marked_at AS markedAt, r.preempted_at AS preemptedAt,
      COALESCE(r.preempted_count, 0) AS preemptedCount
     FROM ${sessionsWithSlot} AS s LEFT JOIN spot_records AS r ON r.session_id = s.id
     WHERE s.waiting_kind IS NULL AND s.blocked_on_elicitation = 0`,
  );
  const spenders = sql.prepare<[string, number], Spenders>(
    `SELECT agent_root AS agentRoot, model, COUNT(*) AS count FROM ${sessionsWithSlot}
     WHERE agent_runtime = ? AND id <> ? AND blocked_on_elicitation = 0 GROUP BY 1, 2`,
  );
  const marked = sql.prepare<[], { id: number; markedAt: number; markedFor: number | null }>(
    `SELECT s.id, r.marked_at AS markedAt, r.marked_for AS markedFor
     FROM ${sessionsWithSlot} AS s CROSS JOIN spot_records AS r ON r.session_id = s.id
     WHERE r.marked_at IS NOT NULL ORDER BY r.marked_at, s.id`,
  );

  const withSlot = sql
    .prepare<[], number>(`SELECT id FROM ${sessionsWithSlot} WHERE blocked_on_elicitation = 0 ORDER BY id`)
    .pluck();

  return {
    /** Those whose turn runs or is next in line for a thread, without those that wait for an answer. */
    withSlot: () => withSlot.all(),
    /** The same of one runtime, by what they spend; without this one. */
    spenders: (runtime: string, except: number): Spenders[] => spenders.all(runtime, except),
    /** Those whose turn runs, without those that wait for an answer. */
    running: () => running.all(),
    /** Those that were asked to give up their slot and still have it, in that order. */
    marked: () => marked.all(),
  };
}
