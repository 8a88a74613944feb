import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { joinableSessions } from "../../sessions/sessions/queries.ts";
import { polledConditions } from "./polled-conditions.ts";
import { triggerConditions, triggerSessions, triggers } from "./table.ts";

export type TriggerRow = typeof triggers.$inferSelect;
export type NewTriggerRow = typeof triggers.$inferInsert;
export type TriggerChanges = Partial<Omit<TriggerRow, "id" | "createdAt">>;
export type ConditionRow = typeof triggerConditions.$inferSelect;
export type StartedRow = typeof triggerSessions.$inferSelect;

export interface TriggerFilter {
  /** Words for a kind of condition, one of which the trigger has. */
  conditionTypes?: readonly string[] | undefined;
  status?: string | undefined;
}

export type TriggerStore = ReturnType<typeof triggerStore>;

const wanted = `(@types IS NULL OR EXISTS (SELECT 1 FROM trigger_conditions c
    WHERE c.trigger_id = triggers.id AND c.condition_type IN (SELECT value FROM json_each(@types))))
  AND (@status IS NULL OR status = @status)`;

const bound = ({ conditionTypes, status }: TriggerFilter) => ({
  types: conditionTypes === undefined ? null : JSON.stringify(conditionTypes),
  status: status ?? null,
});

/** Counts what changes which conditions are to be watched, and how. */
interface Version {
  now: number;
}

export function triggerStore(database: Database) {
  const { sql } = database;
  const version: Version = { now: 0 };
  const { columns, read } = rowsOf<TriggerRow>(triggers);
  const writes = writesOf<TriggerRow, NewTriggerRow>(sql, triggers);
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM triggers WHERE id = ?`);
  const list = sql.prepare<[Record<string, unknown>], unknown>(
    `SELECT ${columns} FROM triggers WHERE ${wanted} ORDER BY id DESC LIMIT @limit OFFSET @offset`,
  );
  const count = sql.prepare<[Record<string, unknown>], { count: number }>(
    `SELECT COUNT(*) AS count FROM triggers WHERE ${wanted}`,
  );
  const remove = sql.prepare<[number]>("DELETE FROM triggers WHERE id = ?");

  return {
    ...conditionStore(database, version),
    /** Another one after each change of which conditions are to be watched, and how. */
    version: (): number => version.now,
    ...startedStore(database),
    find(id: number): TriggerRow | undefined {
      const raw = byId.get(id);
      return raw === undefined ? undefined : read(raw);
    },
    list: (filter: TriggerFilter, page: { limit: number; offset: number }): TriggerRow[] =>
      list.all({ ...bound(filter), ...page }).map(read),
    /** Enabled triggers with a condition of this type. */
    enabledWith: (conditionType: string): TriggerRow[] =>
      list
        .all({ ...bound({ conditionTypes: [conditionType], status: "enabled" }), limit: -1, offset: 0 })
        .map(read),
    count: (filter: TriggerFilter): number => count.get(bound(filter))?.count ?? 0,
    insert: (row: NewTriggerRow): TriggerRow => writes.insert(row),
    /** Undefined when the trigger is gone. */
    update(id: number, changes: TriggerChanges): TriggerRow | undefined {
      if (changes.status !== undefined) version.now++;
      return writes.update(changes, { where: "id = @which", values: { which: id } });
    },
    remove(id: number): boolean {
      version.now++;
      return remove.run(id).changes === 1;
    },
  };
}

function conditionStore(database: Database, version: Version) {
  const { sql } = database;
  const { columns, read: readStored } = rowsOf<ConditionRow>(triggerConditions);
  const polled = polledConditions(database);
  const read = (raw: unknown): ConditionRow => polled.withNewest(readStored(raw));
  const writes = writesOf<ConditionRow, typeof triggerConditions.$inferInsert>(sql, triggerConditions);
  const all = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM trigger_conditions WHERE trigger_id = ? ORDER BY id`,
  );
  const waking = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM trigger_conditions WHERE json_extract(state, '$.wake_id') = ?`,
  );
  const wakingOf = sql.prepare<[number], { id: number }>(
    "SELECT DISTINCT trigger_id AS id FROM trigger_conditions WHERE json_extract(state, '$.session_id') = ?",
  );
  const remove = sql.prepare<[number]>("DELETE FROM trigger_conditions WHERE id = ?");
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM trigger_conditions WHERE id = ?`);
  const watching = sql.prepare<[{ session: number }], unknown>(
    `SELECT ${columns} FROM trigger_conditions
     WHERE condition_type = 'ao_event' AND spent = 0
       AND ifnull(json_extract(configuration, '$.watched_session_id'), @session) = @session
       AND trigger_id IN (SELECT id FROM triggers WHERE status = 'enabled') ORDER BY id`,
  );
  const enabled = sql.prepare<[string], unknown>(
    `SELECT ${columns} FROM trigger_conditions WHERE condition_type IN (SELECT value FROM json_each(?))
       AND trigger_id IN (SELECT id FROM triggers WHERE status = 'enabled') ORDER BY id`,
  );
  const due = sql.prepare<[number, number], unknown>(
    `SELECT ${columns} FROM trigger_conditions
     WHERE next_fire_at <= ? AND trigger_id IN (SELECT id FROM triggers WHERE status = 'enabled')
     ORDER BY next_fire_at, id LIMIT ?`,
  );
  const nextSlot = sql
    .prepare<[], number>(
      // By the index of slots: a MIN would look up the conditions of every trigger that is on, each minute.
      `SELECT next_fire_at FROM trigger_conditions WHERE next_fire_at IS NOT NULL
         AND EXISTS (SELECT 1 FROM triggers WHERE triggers.id = trigger_id AND status = 'enabled')
       ORDER BY next_fire_at LIMIT 1`,
    )
    .pluck();
  const dueAt = sql.prepare<[number, number]>(
    "SELECT 1 FROM trigger_conditions WHERE id = ? AND next_fire_at = ?",
  );
  const clear = sql.prepare<[number]>(
    "UPDATE trigger_conditions SET next_fire_at = NULL WHERE trigger_id = ?",
  );

  return {
    condition(id: number): ConditionRow | undefined {
      const raw = byId.get(id);
      return raw === undefined ? undefined : read(raw);
    },
    /** Unspent waits of enabled triggers for this session's events, or for every session's. */
    watchers: (sessionId: number): ConditionRow[] => watching.all({ session: sessionId }).map(read),
    /** Conditions with these names of enabled triggers. */
    enabledConditions: (names: readonly string[]): ConditionRow[] =>
      enabled.all(JSON.stringify(names)).map(read),
    conditions: (triggerId: number): ConditionRow[] => all.all(triggerId).map(read),
    addCondition(row: typeof triggerConditions.$inferInsert): ConditionRow {
      version.now++;
      return writes.insert(row);
    },
    changeCondition(id: number, changes: Partial<Omit<ConditionRow, "id">>): void {
      if (changes.configuration !== undefined || changes.state !== undefined) version.now++;
      writes.update(changes, { where: "id = @which", values: { which: id } });
    },
    removeCondition(id: number): void {
      version.now++;
      remove.run(id);
    },
    markPolled: polled.mark,
    /** Schedules of enabled triggers whose slot has come, the earliest first. */
    dueSchedules: (now: number, limit: number): ConditionRow[] => due.all(now, limit).map(read),
    /** The earliest slot of an enabled trigger; null without any. */
    nextSlot: (): number | null => nextSlot.get() ?? null,
    isDueAt: (id: number, slot: number): boolean => dueAt.get(id, slot) !== undefined,
    clearSchedules: (triggerId: number): void => void clear.run(triggerId),
    /** The triggers that armed a wake of this session. */
    triggersWaking: (sessionId: number): number[] => wakingOf.all(sessionId).map(({ id }) => id),
    /** The condition that armed this wake. */
    conditionOfWake(wakeId: number): ConditionRow | undefined {
      const raw = waking.get(wakeId);
      return raw === undefined ? undefined : read(raw);
    },
  };
}

/** The sessions that triggers started. */
/** Sessions, and all that they descend from or whose events led to them, as `line`. */
const lineFrom = (first: string): string => `
  WITH RECURSIVE line(id) AS (
    ${first} UNION
    SELECT elder.value FROM line JOIN ${joinableSessions} s ON s.id = line.id, json_each(json_array(
      s.parent_session_id, s.forked_from_session_id, json_extract(s.metadata, '$.event_session_id'))) elder
    WHERE elder.value IS NOT NULL)`;

function startedStore({ sql }: Database) {
  const writes = writesOf<StartedRow, typeof triggerSessions.$inferInsert>(sql, triggerSessions);
  const recent = sql.prepare<[number, number], { id: number }>(
    "SELECT session_id AS id FROM trigger_sessions WHERE trigger_id = ? ORDER BY session_id DESC LIMIT ?",
  );
  const since = sql.prepare<[number, number, number], { id: number }>(
    `SELECT session_id AS id FROM trigger_sessions
     WHERE trigger_id = ? AND created_at >= ? AND kind = 'spawned' ORDER BY session_id LIMIT ?`,
  );
  const waiting = sql.prepare<[number], { id: number; stamped: StartedRow["stampedClass"] }>(
    `SELECT started.session_id AS id, started.stamped_class AS stamped FROM trigger_sessions started
     JOIN ${joinableSessions} s ON s.id = started.session_id
     WHERE started.trigger_id = ? AND started.kind = 'spawned' AND s.status = 'waiting'`,
  );
  const pending = sql.prepare<[number], { id: number }>(
    `SELECT started.session_id AS id FROM trigger_sessions started
     JOIN ${joinableSessions} s ON s.id = started.session_id
     WHERE started.trigger_id = ? AND started.kind = 'spawned' AND s.status IN ('waiting', 'running')
     ORDER BY started.session_id DESC LIMIT 1`,
  );
  const ofPlugin = sql.prepare<[number, number], { id: number }>(
    `SELECT started.session_id AS id FROM trigger_sessions started
     JOIN ${joinableSessions} s ON s.id = started.session_id
     WHERE json_extract(s.metadata, '$.external_app_id') = ? ORDER BY started.session_id DESC LIMIT ?`,
  );
  const starting = sql.prepare<[number], { id: number }>(
    "SELECT trigger_id AS id FROM trigger_sessions WHERE session_id = ? AND kind = 'spawned'",
  );
  const stemming = sql.prepare<[{ session: number; trigger: number }], unknown>(
    `${lineFrom("SELECT @session")} SELECT 1 FROM line
     WHERE id IN (SELECT session_id FROM trigger_sessions WHERE trigger_id = @trigger)
        OR id = (SELECT last_session_id FROM triggers WHERE id = @trigger) LIMIT 1`,
  );
  const working = sql.prepare<[], unknown>(
    `${lineFrom(`SELECT id FROM ${joinableSessions} WHERE status = 'running'`)} SELECT 1 FROM line
     WHERE id IN (SELECT session_id FROM trigger_sessions) OR id IN (SELECT last_session_id FROM triggers) LIMIT 1`,
  );

  return {
    /** Whether a session that is some trigger's own, or stems from one, is in a turn. */
    isAnyWorking: (): boolean => working.get() !== undefined,
    /** Whether the session, one it descends from, or one whose event led to it, is this trigger's own. */
    stemsFrom: (sessionId: number, triggerId: number): boolean =>
      stemming.get({ session: sessionId, trigger: triggerId }) !== undefined,
    /** The triggers that started the session; a burst's notice is none of them. */
    triggersOf: (sessionId: number): number[] => starting.all(sessionId).map(({ id }) => id),
    addStarted: (row: typeof triggerSessions.$inferInsert): void => void writes.insert(row),
    /** The newest first, a burst's notice among them. */
    recentSessions: (triggerId: number, limit: number): number[] =>
      recent.all(triggerId, limit).map(({ id }) => id),
    /** Those that a plugin fired, newest first. */
    sessionsOfPlugin: (appId: number, limit: number): number[] =>
      ofPlugin.all(appId, limit).map(({ id }) => id),
    sessionsSince: (triggerId: number, at: number, limit: number): number[] =>
      since.all(triggerId, at, limit).map(({ id }) => id),
    /** Those that wait, with the class each was given. */
    waitingSessions: (triggerId: number) => waiting.all(triggerId),
    /** One that has not come to rest; undefined without any. */
    pendingSession: (triggerId: number): number | undefined => pending.get(triggerId)?.id,
    setStampedClass: (
      of: { triggerId: number; sessionId: number },
      stampedClass: StartedRow["stampedClass"],
    ): void =>
      void writes.update(
        { stampedClass },
        {
          where: "trigger_id = @of AND session_id = @which",
          values: { of: of.triggerId, which: of.sessionId },
        },
      ),
  };
}
