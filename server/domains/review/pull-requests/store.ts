import { and, eq, sql as expression } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { joinableSessions } from "../../sessions/sessions/queries.ts";
import type { Evidence } from "./evidence-rules.ts";
import type { PullRequestLink } from "./link-rules.ts";
import { pullRequestScans, pullRequests, sessionPullRequests } from "./table.ts";

export type PullRequestRow = typeof pullRequests.$inferSelect;
export type Holding = typeof sessionPullRequests.$inferSelect;
export type PullRequestChanges = Partial<Omit<PullRequestRow, "id" | "createdAt">>;

/** A pull request with the session that recorded it; nothing that was read of it unless that session follows it. */
export type RecordedRow = PullRequestRow & Pick<Holding, "sessionId" | "followed">;

/** One of which it is not decided whether the session follows it. */
export type UndecidedRow = Pick<PullRequestRow, "id" | "url" | "owner" | "repo" | "number"> & {
  sessionId: number;
};

/** A pull request with the facts that decide when it is read next. */
export interface WatchedRow extends PullRequestRow {
  /** When a person last used one of its sessions, or a session recorded it. */
  activeAt: number;
  /** When the last of its sessions was archived; null while one is active. */
  archivedAt: number | null;
}

/** A pull request that was found, and whether the session follows it. */
type RecordedLink = PullRequestLink & { evidence: Evidence } & Pick<Holding, "followed">;

/** SQLite has no booleans. */
const sqlBoolean = (value: unknown): boolean | null => (value === null ? null : value === 1);

/** As of a pull request that was never read. */
const unread = {
  title: null,
  state: null,
  isDraft: null,
  headSha: null,
  ci: null,
  labels: null,
  bodyFacts: null,
  conflict: null,
  mergeRuns: null,
  checksFailedAt: null,
  polledAt: null,
  pollError: null,
} satisfies Partial<PullRequestRow>;

export type PullRequestStore = ReturnType<typeof pullRequestStore>;

/** Reads of many rows at once, each prepared. */
function batchReads({ sql }: Database) {
  const { columns, read } = rowsOf<PullRequestRow>(pullRequests);
  const row = <Row extends PullRequestRow>(raw: unknown): Row => read(raw) as Row;
  const recorded = <Row extends RecordedRow>(raw: unknown): Row => {
    const found = row<Row>(raw);
    const followed = sqlBoolean(found.followed);
    return { ...found, ...(followed !== true && unread), followed };
  };
  const ofSessions = sql.prepare<[string], unknown>(`
    SELECT link.session_id AS sessionId, link.followed AS followed, pr.* FROM session_pull_requests link
    JOIN (SELECT ${columns} FROM pull_requests) pr ON pr.id = link.pull_request_id
    WHERE link.session_id IN (SELECT value FROM json_each(?))
    ORDER BY link.session_id, link.first_seen_at, pr.id`);
  const ofSpawned = sql.prepare<[{ of: string; generations: number }], unknown>(`
    WITH RECURSIVE below(top, id, depth) AS (
      SELECT value, value, 0 FROM json_each(@of)
      UNION ALL SELECT below.top, s.id, below.depth + 1 FROM below
        JOIN ${joinableSessions} s ON s.parent_session_id = below.id WHERE below.depth < @generations)
    SELECT below.top AS top, link.session_id AS sessionId, link.followed AS followed, pr.* FROM below
    JOIN session_pull_requests link ON link.session_id = below.id
    JOIN (SELECT ${columns} FROM pull_requests) pr ON pr.id = link.pull_request_id
    WHERE below.depth > 0 ORDER BY below.top, below.depth, link.first_seen_at, pr.id`);
  const watched = sql.prepare<[], unknown>(`
    SELECT pr.*, MAX(MAX(link.first_seen_at, s.last_touched_at)) AS activeAt,
      IIF(MIN(s.status = 'archived'), MAX(s.archived_at), NULL) AS archivedAt
    FROM (SELECT ${columns} FROM pull_requests WHERE state IS NOT 'merged') pr
    JOIN session_pull_requests link ON link.pull_request_id = pr.id AND link.followed = 1
    JOIN ${joinableSessions} s ON s.id = link.session_id GROUP BY pr.id`);
  const undecided = sql.prepare<[], UndecidedRow>(`
    SELECT link.session_id AS sessionId, pr.id, pr.url, pr.owner, pr.repo, pr.number
    FROM session_pull_requests link JOIN pull_requests pr ON pr.id = link.pull_request_id
    WHERE link.followed IS NULL ORDER BY link.first_seen_at, pr.id`);
  const onlookers = sql.prepare<[{ id: number; generations: number }], { id: number }>(`
    WITH RECURSIVE above(id, depth) AS (
      SELECT session_id, 0 FROM session_pull_requests WHERE pull_request_id = @id AND followed = 1
      UNION SELECT s.parent_session_id, above.depth + 1 FROM above JOIN ${joinableSessions} s ON s.id = above.id
        WHERE s.parent_session_id IS NOT NULL AND above.depth < @generations)
    SELECT DISTINCT id FROM above`);

  return {
    ofSessions: (ids: readonly number[]): RecordedRow[] =>
      ofSessions.all(JSON.stringify(ids)).map(recorded<RecordedRow>),
    /** The pull requests of descendants up to `generations` below; `top` is the session they descend from. */
    ofSpawned: (ids: readonly number[], generations: number): (RecordedRow & { top: number })[] =>
      ofSpawned.all({ of: JSON.stringify(ids), generations }).map(recorded<RecordedRow & { top: number }>),
    undecided: (): UndecidedRow[] => undecided.all(),
    /** All that are followed and may still change. */
    watched: (): WatchedRow[] => watched.all().map(row<WatchedRow>),
    /** The sessions that follow it, and those at most `generations` above them. */
    onlookers: (id: number, generations: number): number[] =>
      onlookers.all({ id, generations }).map((found) => found.id),
  };
}

export function pullRequestStore(database: Database) {
  const { db } = database;
  const ofUrl = (url: string) => db.select().from(pullRequests).where(eq(pullRequests.url, url)).get();
  const held = (sessionId: number, pullRequestId: number) =>
    and(eq(sessionPullRequests.sessionId, sessionId), eq(sessionPullRequests.pullRequestId, pullRequestId));

  return {
    ...batchReads(database),

    /** False if the session has it already; the first evidence stays. */
    record(sessionId: number, link: RecordedLink, now: number): boolean {
      const { url, owner, repo, number, evidence, followed } = link;
      db.insert(pullRequests)
        .values({ url, owner, repo, number, createdAt: now })
        .onConflictDoNothing()
        .run();
      const row = ofUrl(url);
      if (!row) throw new Error("A pull request that was just written is not there");
      const added = db
        .insert(sessionPullRequests)
        .values({ sessionId, pullRequestId: row.id, evidence, followed, firstSeenAt: now })
        .onConflictDoNothing()
        .run();
      return added.changes === 1;
    },
    byId: (id: number): PullRequestRow | undefined =>
      db.select().from(pullRequests).where(eq(pullRequests.id, id)).get(),
    update: (id: number, changes: PullRequestChanges): void =>
      void db.update(pullRequests).set(changes).where(eq(pullRequests.id, id)).run(),
    /** Those of the sessions that follow it: nobody else is told what was read. */
    holdings: (pullRequestId: number): Holding[] =>
      db
        .select()
        .from(sessionPullRequests)
        .where(
          and(eq(sessionPullRequests.pullRequestId, pullRequestId), eq(sessionPullRequests.followed, true)),
        )
        .all(),
    holding: (sessionId: number, pullRequestId: number): Holding | undefined =>
      db.select().from(sessionPullRequests).where(held(sessionId, pullRequestId)).get(),
    updateHolding: (
      { sessionId, pullRequestId }: Pick<Holding, "sessionId" | "pullRequestId">,
      changes: Partial<Omit<Holding, "sessionId" | "pullRequestId" | "evidence" | "firstSeenAt">>,
    ): void => void db.update(sessionPullRequests).set(changes).where(held(sessionId, pullRequestId)).run(),

    /** How many lines of a session's transcript have been scanned. */
    scannedTo: (sessionId: number): number =>
      db.select().from(pullRequestScans).where(eq(pullRequestScans.sessionId, sessionId)).get()?.lineCount ??
      0,
    /** Never goes back: of two concurrent scans, the one that saw more lines wins. */
    markScanned: (sessionId: number, lineCount: number): void =>
      void db
        .insert(pullRequestScans)
        .values({ sessionId, lineCount })
        .onConflictDoUpdate({
          target: pullRequestScans.sessionId,
          set: { lineCount: expression`MAX(${pullRequestScans.lineCount}, ${lineCount})` },
        })
        .run(),
  };
}
