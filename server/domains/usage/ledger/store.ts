import { asc, desc, eq, getTableColumns, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { type FileContext, newFile } from "./reading-worker.ts";
import type { FoundFile, KnownFile } from "./rules.ts";
import { tokenUsageBackfills, tokenUsageFiles } from "./table.ts";

export type LedgerStore = ReturnType<typeof ledgerStore>;
export type BackfillRow = typeof tokenUsageBackfills.$inferSelect;

export interface FileProgress {
  offset: number;
  context: FileContext;
  ended: boolean;
  problem: string | null;
}

export interface StoredFile extends KnownFile {
  context: FileContext;
}

export function ledgerStore({ db }: Database) {
  const files = tokenUsageFiles;
  const runs = tokenUsageBackfills;
  const underWay = inArray(runs.status, ["queued", "running"]);
  // Once for each of a great many files: the query builder would take longer than the statement.
  const byPath = db
    .select()
    .from(files)
    .where(eq(files.path, sql.placeholder("path")))
    .prepare();
  const { path: pathColumn, ...others } = getTableColumns(files);
  const put = db
    .insert(files)
    .values({
      path: sql.placeholder("path"),
      agentRuntime: sql.placeholder("agentRuntime"),
      identity: sql.placeholder("identity"),
      size: sql.placeholder("size"),
      changedAt: sql.placeholder("changedAt"),
      offset: sql.placeholder("offset"),
      context: sql.placeholder("context"),
      ended: sql.placeholder("ended"),
      problem: sql.placeholder("problem"),
      callsSkipped: sql.placeholder("callsSkipped"),
    })
    .onConflictDoUpdate({
      target: pathColumn,
      set: Object.fromEntries(
        Object.entries(others).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
      ),
    })
    .prepare();

  return {
    file(path: string): StoredFile | undefined {
      const row = byPath.get({ path });
      return row && { ...row, context: JSON.parse(row.context) as FileContext };
    },

    saveFile({ path, runtime, identity, size, changedAt }: FoundFile, progress: FileProgress): void {
      const context = JSON.stringify(progress.context);
      const callsSkipped = progress.context.calls.skipped ?? 0;
      const { offset, ended, problem } = progress;
      const about = { path, agentRuntime: runtime, identity, size, changedAt };
      put.run({ ...about, offset, context, ended, problem, callsSkipped });
    },

    /** Has every file read from its start again. */
    forgetOffsets: (): void =>
      void db
        .update(files)
        .set({ offset: 0, context: JSON.stringify(newFile), ended: false, callsSkipped: 0 })
        .run(),

    problems: (): { count: number; last: string | null } => {
      const found = db
        .select({ problem: files.problem })
        .from(files)
        .where(isNotNull(files.problem))
        .orderBy(asc(files.path))
        .all();
      return { count: found.length, last: found.at(-1)?.problem ?? null };
    },

    skippedCalls: (): number =>
      db
        .select({ sum: sql<number | null>`SUM(${files.callsSkipped})` })
        .from(files)
        .where(gt(files.callsSkipped, 0))
        .get()?.sum ?? 0,

    addRun: (trigger: BackfillRow["trigger"], now: number): BackfillRow =>
      db.insert(runs).values({ status: "queued", trigger, createdAt: now }).returning().get(),

    runUnderWay: (): BackfillRow | undefined => db.select().from(runs).where(underWay).limit(1).get(),
    hasFinished: (): boolean =>
      db.select({ id: runs.id }).from(runs).where(eq(runs.status, "finished")).limit(1).get() !== undefined,
    newestRun: (): BackfillRow | undefined => db.select().from(runs).orderBy(desc(runs.id)).limit(1).get(),
    saveRun: (id: number, changes: Partial<BackfillRow>): void =>
      void db.update(runs).set(changes).where(eq(runs.id, id)).run(),
  };
}
