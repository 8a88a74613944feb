import { statSync } from "node:fs";
import { z } from "zod";
import { canGiveBack, giveBackPages, keptPages } from "../../../db/free-pages.ts";
import type { Sql } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import type { DatabaseCheck } from "../integrity/model.ts";
import { databaseTaskRefusal } from "./errors.ts";
import { databaseTaskJobs } from "./jobs.ts";
import {
  type DatabaseTask,
  type DatabaseTaskKind,
  type DatabaseTasks,
  databaseTaskKinds,
  type TaskResult,
  taskResult,
} from "./model.ts";
import { text } from "./text.ts";

const worker = new URL("./worker.ts", import.meta.url);
const results: AppSetting<Partial<Record<DatabaseTaskKind, TaskResult>>> = {
  key: "database_task_results",
  schema: z.partialRecord(z.enum(databaseTaskKinds), taskResult),
};

/** 1 MB: a write of some milliseconds, as others on the main thread. */
const pagesAtOnce = 256;
const pauseMs = 50;

export interface DatabaseTaskService {
  list(): DatabaseTasks;
  /** Refuses a task that is under way or cannot be done. */
  start(kind: DatabaseTaskKind, by: Actor): DatabaseTasks;
  /** Job: the task, or its next piece. */
  run(kind: DatabaseTaskKind, signal: AbortSignal): Promise<JobResult>;
}

export interface DatabaseTaskDeps {
  sql: Sql;
  settings: AppSettings;
  workers: Pick<WorkerPool, "run">;
  jobs: Pick<JobQueue, "add">;
  integrity: { check(signal: AbortSignal): Promise<void>; last(): DatabaseCheck };
  clock: Clock;
  log: Logger;
}

/** A task from when it is asked for until it is done. */
interface UnderWay {
  askedAt: number;
  isRunning: boolean;
  /** Of a vacuum: the bytes that it found to give back. */
  of: number | null;
}

/** What a person has done with the database: each task is a job, one of a kind at a time, and its last result is kept. */
export function databaseTaskService(deps: DatabaseTaskDeps): DatabaseTaskService {
  const { sql, settings, clock, log } = deps;
  const underWay = new Map<DatabaseTaskKind, UnderWay>();
  const pragma = (name: string): number => Number(sql.pragma(name, { simple: true }));
  const bytesOf = (pages: number): number => pages * pragma("page_size");
  const spareBytes = (): number => bytesOf(Math.max(0, pragma("freelist_count") - keptPages));

  function obstacleTo(kind: DatabaseTaskKind): string | null {
    return kind === "vacuum" && !canGiveBack(sql) ? text.cannotShorten : null;
  }

  function taskView(kind: DatabaseTaskKind): DatabaseTask {
    const task = underWay.get(kind);
    const of = task?.of ?? null;
    return {
      kind,
      state: task === undefined ? "idle" : task.isRunning ? "running" : "queued",
      asked_at: task === undefined ? null : instant(task.askedAt),
      progress: of === null ? null : { done: Math.max(0, of - spareBytes()), of },
      last: settings.read(results)?.[kind] ?? null,
      obstacle: obstacleTo(kind),
    };
  }

  const list = (): DatabaseTasks => ({
    tasks: databaseTaskKinds.map(taskView),
    bytes: bytesOf(pragma("page_count")),
    wal_bytes: sizeOf(`${sql.name}-wal`),
    free_bytes: bytesOf(pragma("freelist_count")),
  });

  function finish(kind: DatabaseTaskKind, { outcome, failed }: Pick<TaskResult, "outcome" | "failed">): void {
    underWay.delete(kind);
    const result = { finished_at: instant(clock.now()), outcome, failed };
    settings.write(results, { ...settings.read(results), [kind]: result });
    log[failed ? "error" : "info"](`[database] ${kind}: ${outcome}`);
  }

  const steps = taskSteps(deps, spareBytes);

  async function run(kind: DatabaseTaskKind, signal: AbortSignal): Promise<JobResult> {
    // After a restart, its row is all that is left of it.
    const task = underWay.get(kind) ?? { askedAt: clock.now(), isRunning: false, of: null };
    task.isRunning = true;
    underWay.set(kind, task);
    try {
      const done = await steps[kind](task, signal);
      if (done === null) return { againAt: clock.now() + pauseMs };
      finish(kind, done);
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error }, "a task of the database failed");
      finish(kind, {
        outcome: text.failed(error instanceof Error ? error.message : String(error)),
        failed: true,
      });
    }
    return undefined;
  }

  return {
    list,
    run,
    start(kind, by) {
      const obstacle = obstacleTo(kind);
      if (obstacle !== null) throw databaseTaskRefusal("impossible", { obstacle });
      if (underWay.has(kind)) throw databaseTaskRefusal("under_way");
      deps.jobs.add(databaseTaskJobs[kind], {});
      underWay.set(kind, { askedAt: clock.now(), isRunning: false, of: null });
      log.info(`[database] ${actorName(by)} started ${kind}`);
      return list();
    },
  };
}

type Step = (task: UnderWay, signal: AbortSignal) => Promise<Pick<TaskResult, "outcome" | "failed"> | null>;

/** What each task does; null: there is more of it. */
function taskSteps(
  { sql, workers, integrity }: DatabaseTaskDeps,
  spareBytes: () => number,
): Readonly<Record<DatabaseTaskKind, Step>> {
  return {
    async check(_task, signal) {
      await integrity.check(signal);
      const { problem, sessions_with_lost_lines: lost } = integrity.last();
      if (problem !== null) return { outcome: text.damaged(problem), failed: true };
      return lost.length > 0
        ? { outcome: text.lost(lost.length), failed: true }
        : { outcome: text.sound, failed: false };
    },

    async checkpoint(_task, signal) {
      const wal = `${sql.name}-wal`;
      const before = sizeOf(wal);
      const input = { file: sql.name };
      const { emptied } = await workers.run<{ emptied: boolean }>({
        file: worker,
        name: "checkpoint",
        input,
        signal,
      });
      return emptied
        ? { outcome: text.emptied(before, sizeOf(wal)), failed: false }
        : { outcome: text.busy, failed: true };
    },

    async vacuum(task) {
      task.of ??= spareBytes();
      return giveBackPages(sql, pagesAtOnce) > 0 ? null : { outcome: text.gaveBack(task.of), failed: false };
    },
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
