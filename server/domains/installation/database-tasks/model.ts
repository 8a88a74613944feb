import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** `check`: reads every page. `checkpoint`: empties the write-ahead log into the database. `vacuum`: gives free pages back. */
export const databaseTaskKinds = ["check", "checkpoint", "vacuum"] as const;
export type DatabaseTaskKind = (typeof databaseTaskKinds)[number];

const kind = z.enum(databaseTaskKinds);

export const taskResult = z.object({
  finished_at: z.string(),
  /** What it found or did, in a sentence. */
  outcome: z.string(),
  /** Whether a person should look at it. */
  failed: z.boolean(),
});
export type TaskResult = z.infer<typeof taskResult>;

export const databaseTask = z
  .object({
    kind,
    /** `queued`: its lane is busy, or held by the queue recovery mode. */
    state: z.enum(["idle", "queued", "running"]),
    /** When it was asked for. */
    asked_at: z.string().nullable(),
    /** In bytes; null while it runs if it cannot be told. */
    progress: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
    last: taskResult.nullable(),
    /** Why it cannot be started; null if it can. */
    obstacle: z.string().nullable(),
  })
  .meta({ id: "DatabaseTask" });
export type DatabaseTask = z.infer<typeof databaseTask>;

const tasks = z.object({
  tasks: z.array(databaseTask),
  bytes: z.number().int(),
  /** Of the write-ahead log. */
  wal_bytes: z.number().int(),
  /** What the database does not use. */
  free_bytes: z.number().int(),
});
export type DatabaseTasks = z.infer<typeof tasks>;

export const databaseTaskOperations = {
  listDatabaseTasks: operation({
    id: "listDatabaseTasks",
    method: "get",
    path: "/database_tasks",
    callers: ["board"],
    summary: "The size of the database, and the tasks that check and shorten it, with their progress",
    response: tasks,
  }),
  startDatabaseTask: operation({
    id: "startDatabaseTask",
    method: "post",
    path: "/database_tasks/{kind}",
    callers: ["board"],
    summary: "Queue a check, a checkpoint or a vacuum of the database; the list shows its progress",
    params: z.object({ kind }),
    response: tasks,
    status: 202,
    errors: [404, 409],
  }),
} as const;
