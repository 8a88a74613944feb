import { and, eq, gte, inArray, isNotNull, lt, max, min, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { CallContext, ModelCall } from "../../../runtimes/model-call.ts";
import type { ReportedUsage } from "../../../runtimes/usage-meter.ts";
import type { SplitCall, SplitContext } from "../features/index.ts";
import { cachedForAnHour } from "./queries.ts";
import { claimedUsages, reportedUsages, sessionTokenUsages, tokenUsageCursors } from "./table.ts";
import type { AgentSum, UsageSum } from "./view.ts";

export type UsageStore = ReturnType<typeof usageStore>;

/** Whose calls they are: a session's, or those of what `source` names. */
export interface CallOwner {
  sessionId: number | null;
  agentId: string | null;
  source: string | null;
  agentRoot: string | null;
  agentRuntime: string;
}

/** A call as it is stored; one of another session is what a fork copied. */
export interface StoredCall {
  call: ModelCall;
  isOthers: boolean;
}

/** What the lines of a transcript so far leave for the next ones. */
export interface TranscriptContext {
  calls: CallContext;
  /** What the conversation consists of. */
  features: SplitContext;
}

export interface Cursor {
  lineCount: number;
  context: TranscriptContext;
  sourceUpdatedAt: number;
}

/** Sizes of a prompt and instants at which prices change; calls on either side of one are summed apart. */
export interface PriceSteps {
  prompts: readonly number[];
  instants: readonly number[];
}

/** Calls of sessions, those together that have the same prices. */
function usageSums({ db }: Database, steps: PriceSteps) {
  const rows = sessionTokenUsages;
  const prompt = sql<number>`(${rows.inputTokens} + ${rows.cacheReadTokens} + ${rows.cacheCreationTokens})`;
  const stepsAbove = (value: SQLWrapper, limits: readonly number[]): SQL =>
    sql.join([sql`0`, ...limits.map((limit) => sql`(${value} > ${limit})`)], sql` + `);
  const isSubagent = sql<number>`(${rows.agentId} IS NOT NULL)`;
  const oneHour = sql.raw(cachedForAnHour);
  const sum = (value: SQLWrapper) => sql<number>`SUM(${value})`;

  /** Calls that have the same prices and the same `owner` are one sum. */
  function summed<Owner>(owner: SQL<Owner>, where: SQL | undefined) {
    return db
      .select({
        owner,
        sessionId: sql<number>`${rows.sessionId}`,
        model: rows.model,
        calls: sql<number>`COUNT(*)`,
        calledAt: sql<number>`MAX(${rows.calledAt})`,
        promptTokens: sql<number>`MAX(${prompt})`,
        inputTokens: sum(rows.inputTokens),
        outputTokens: sum(rows.outputTokens),
        cacheReadTokens: sum(rows.cacheReadTokens),
        cacheCreationTokens: sum(rows.cacheCreationTokens),
        cacheCreation1hTokens: sum(oneHour),
        webSearchRequests: sum(rows.webSearchRequests),
      })
      .from(rows)
      .where(where)
      .groupBy(
        rows.sessionId,
        rows.model,
        owner,
        stepsAbove(prompt, steps.prompts),
        stepsAbove(
          rows.calledAt,
          steps.instants.map((instant) => instant - 1),
        ),
      )
      .all();
  }

  const sumsWhere = (where: SQL | undefined): UsageSum[] =>
    summed(isSubagent, where).map(({ owner, ...sum }) => ({ ...sum, ofSubagent: owner === 1 }));

  return {
    /** Those of each of these sessions. */
    sums: (sessionIds: readonly number[]): UsageSum[] => sumsWhere(inArray(rows.sessionId, [...sessionIds])),

    /** Those of one session that were made in [from, to), in milliseconds. */
    sumsBetween: (sessionId: number, from: number, to: number): UsageSum[] =>
      sumsWhere(and(eq(rows.sessionId, sessionId), gte(rows.calledAt, from), lt(rows.calledAt, to))),

    /** Those of the agents that a session's agent started, each agent's apart. */
    sumsOfAgents: (sessionId: number): AgentSum[] =>
      summed(sql<string>`${rows.agentId}`, and(eq(rows.sessionId, sessionId), isNotNull(rows.agentId))).map(
        ({ owner, ...sum }) => ({ ...sum, ofSubagent: true, agentId: owner }),
      ),
  };
}

/** By which one of two lines of a call is the longer one, the same way whichever was read first. */
const length = (row: string): string =>
  `(${row}.output_tokens, ${row}.input_tokens, ${row}.cache_read_tokens, ${row}.cache_creation_tokens,
    COALESCE(${row}.cache_creation_1h_tokens, -1), ${row}.web_search_requests, -${row}.called_at, ${row}.model,
    COALESCE(${row}.features, X''))`;

const columns = `request_id, session_id, agent_id, source, agent_root, agent_runtime, model, called_at, input_tokens, output_tokens,
  cache_read_tokens, cache_creation_tokens, cache_creation_1h_tokens, web_search_requests, features`;
const places = `(${columns.replaceAll(/\w+/g, "?")})`;

/** By position: a file may have tens of thousands, and values by name take a third longer. */
const putCalls = (count: number): string => `
  INSERT INTO session_token_usages (${columns}) VALUES ${Array(count).fill(places).join(", ")}
  ON CONFLICT (request_id) DO UPDATE SET model = excluded.model, called_at = excluded.called_at,
    input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
    cache_read_tokens = excluded.cache_read_tokens, cache_creation_tokens = excluded.cache_creation_tokens,
    cache_creation_1h_tokens = excluded.cache_creation_1h_tokens, web_search_requests = excluded.web_search_requests,
    features = excluded.features
  WHERE ${length("excluded")} > ${length("session_token_usages")}`;

const valuesOf = (owner: CallOwner, { call, features }: SplitCall) => [
  call.requestId,
  owner.sessionId,
  owner.agentId,
  owner.source,
  owner.agentRoot,
  owner.agentRuntime,
  call.model,
  call.calledAt,
  call.inputTokens,
  call.outputTokens,
  call.cacheReadTokens,
  call.cacheCreationTokens,
  call.cacheCreation1hTokens,
  call.webSearchRequests,
  features,
];

/** The trigger that notes hours to add up again costs most of a statement with one row, and little of one with many. */
const rowsAtOnce = 50;

function callRecorder({ sql: connection }: Database) {
  const put = connection.prepare(putCalls(1));
  const putMany = connection.prepare(putCalls(rowsAtOnce));
  const claim = connection.prepare<[CallOwner & ModelCall]>(`
    UPDATE session_token_usages SET session_id = @sessionId, agent_id = @agentId, source = NULL, agent_root = @agentRoot,
      agent_runtime = @agentRuntime
    WHERE request_id = @requestId AND (source IS NOT NULL OR session_id > @sessionId)`);

  function record(owner: CallOwner, split: SplitCall): boolean {
    const { changes } = put.run(...valuesOf(owner, split));
    return changes + (owner.sessionId === null ? 0 : claim.run({ ...owner, ...split.call }).changes) > 0;
  }

  return {
    record,
    recordAll(owner: CallOwner, splits: readonly SplitCall[]): number {
      // Only a session's calls may have to be claimed, one by one.
      const whole = owner.sessionId === null ? splits.length - (splits.length % rowsAtOnce) : 0;
      let changed = 0;
      for (let at = 0; at < whole; at += rowsAtOnce) {
        const rows = splits.slice(at, at + rowsAtOnce);
        changed += putMany.run(rows.flatMap((split) => valuesOf(owner, split))).changes;
      }
      for (const split of splits.slice(whole)) if (record(owner, split)) changed += 1;
      return changed;
    },
  };
}

export function usageStore(database: Database, steps: PriceSteps) {
  const { db } = database;
  const cursors = tokenUsageCursors;
  const byRequest = db
    .select()
    .from(sessionTokenUsages)
    .where(eq(sessionTokenUsages.requestId, sql.placeholder("requestId")))
    .prepare();

  return {
    /**
     * `record` returns false if nothing is new, `recordAll` how many were new. A call is known by its request; of two lines of
     * one call, the longer answer counts, and then the one with more of its conversation.
     * A session's call stays its own when a fork copies it, and whoever else has it in a file.
     */
    ...callRecorder(database),

    ...usageSums(database, steps),

    /** The first and the last call. */
    span: (): { since: number | null; until: number | null } => {
      // Apart, each reads one entry of the index; together, they would read all of it.
      const { calledAt } = sessionTokenUsages;
      const first = db
        .select({ at: min(calledAt) })
        .from(sessionTokenUsages)
        .get();
      const last = db
        .select({ at: max(calledAt) })
        .from(sessionTokenUsages)
        .get();
      return { since: first?.at ?? null, until: last?.at ?? null };
    },

    /** A call as it is stored; one of a CLI outside of sessions counts as the session's. */
    stored(sessionId: number, { requestId }: ModelCall): StoredCall | undefined {
      const row = byRequest.get({ requestId });
      return row && { call: row, isOthers: row.sessionId !== null && row.sessionId !== sessionId };
    },

    cursor(sessionId: number, agentId: string): Cursor | null {
      const at = and(eq(cursors.sessionId, sessionId), eq(cursors.agentId, agentId));
      const row = db.select().from(cursors).where(at).get();
      return row ? { ...row, context: JSON.parse(row.context) as TranscriptContext } : null;
    },

    saveCursor(of: { sessionId: number; agentId: string }, cursor: Cursor): void {
      const values = { ...cursor, context: JSON.stringify(cursor.context) };
      db.insert(cursors)
        .values({ ...of, ...values })
        .onConflictDoUpdate({ target: [cursors.sessionId, cursors.agentId], set: values })
        .run();
    },

    /** Sessions whose own transcripts were read. */
    read: (): number[] =>
      db
        .select({ id: cursors.sessionId })
        .from(cursors)
        .where(eq(cursors.agentId, ""))
        .all()
        .map(({ id }) => id),
  };
}

/** Stores what CLIs report on their own protocol. */
export function reportedUsageStore({ db }: Database) {
  return {
    add(sessionId: number, { model, ...counts }: ReportedUsage): void {
      const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, webSearchRequests } =
        reportedUsages;
      db.insert(reportedUsages)
        .values({ sessionId, model, ...counts })
        .onConflictDoUpdate({
          target: [reportedUsages.sessionId, reportedUsages.model],
          set: {
            inputTokens: sql`${inputTokens} + ${counts.inputTokens}`,
            outputTokens: sql`${outputTokens} + ${counts.outputTokens}`,
            cacheReadTokens: sql`${cacheReadTokens} + ${counts.cacheReadTokens}`,
            cacheCreationTokens: sql`${cacheCreationTokens} + ${counts.cacheCreationTokens}`,
            webSearchRequests: sql`${webSearchRequests} + ${counts.webSearchRequests}`,
          },
        })
        .run();
    },

    /** One for each model. */
    of: (sessionId: number): ReportedUsage[] =>
      db.select().from(reportedUsages).where(eq(reportedUsages.sessionId, sessionId)).all(),
  };
}

type ClaimRow = typeof claimedUsages.$inferSelect;

/** Stores what files claim. */
export function claimStore({ db }: Database) {
  return {
    find: (sessionId: number): ClaimRow =>
      db.select().from(claimedUsages).where(eq(claimedUsages.sessionId, sessionId)).get() ?? {
        sessionId,
        countedTokens: 0,
        countedNanos: 0,
        leftOutCalls: 0,
        leftOutTokens: 0,
      },
    save: (row: ClaimRow): void =>
      void db
        .insert(claimedUsages)
        .values(row)
        .onConflictDoUpdate({ target: claimedUsages.sessionId, set: row })
        .run(),
  };
}
