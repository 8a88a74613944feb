import { z } from "zod";
import { operation, plainText } from "../../../http/model.ts";
import { maintenanceAction, recoveryMode } from "../maintenance/model.ts";

export const about = z
  .object({
    version: z.string(),
    data_folder: z.string(),
    platform: z.string(),
    started_at: z.string(),
    /** The runtimes below the service. */
    runtime: z.array(z.object({ name: z.string(), version: z.string() })),
  })
  .meta({ id: "About" });
export type About = z.infer<typeof about>;

const healthState = z.enum(["healthy", "warning", "critical"]);
export type HealthState = z.infer<typeof healthState>;

const verdict = z.object({ status: healthState, message: z.string() });
export type HealthVerdict = z.infer<typeof verdict>;

export const healthGroups = [
  "sessions",
  "processes",
  "queue",
  "database",
  "disk",
  "service",
  "connections",
] as const;

/** One thing that the report looks at. */
export const healthLine = z
  .object({
    id: z.string(),
    group: z.enum(healthGroups),
    title: z.string(),
    state: healthState,
    /** What is measured, in words. */
    value: z.string(),
    /** What that means for the person. */
    meaning: z.string(),
    /** Since when it is in this state; for one that never changed, since the start of the service. */
    since: z.string(),
    /** What changes it: an action of the health page, or the page that has one. */
    lever: z
      .enum([
        "cleanup_processes",
        "retry_sessions",
        "enter_recovery_mode",
        "exit_recovery_mode",
        "queued_jobs",
        "refresh_clis",
        "backups",
        "data",
        "catalog",
        "connectors",
        "devices",
      ])
      .nullable(),
  })
  .meta({ id: "HealthLine" });
export type HealthLine = z.infer<typeof healthLine>;

const process = z.object({
  pid: z.number().int(),
  command: z.string().nullable(),
  session_id: z.number().int().nullable(),
});

const laneStats = z.object({
  queue: z.string(),
  threads: z.number().int(),
  running: z.number().int(),
  held: z.boolean(),
  ready: z.number().int(),
  oldest_ready_age_seconds: z.number().int().nullable(),
  scheduled: z.number().int(),
  completed_last_hour: z.number().int(),
});

const recurringJob = z.object({
  job_class: z.string(),
  queue: z.string(),
  every_seconds: z.number().int(),
  running: z.boolean(),
  due_at: z.string(),
  /** Null before the first success since the service started. */
  last_success_at: z.string().nullable(),
  last_error: z.string().nullable(),
  overdue: z.boolean(),
});

const retryHealth = z.object({
  status: verdict,
  /** The sessions concerned now. */
  sessions: z.array(z.number().int()),
  /** In the last 24 hours. */
  retries: z.number().int(),
  recovered: z.number().int(),
  exhausted: z.number().int(),
});

/** The names of the sections and of their fields are those that the published client prints (R209). */
export const healthReport = z
  .object({
    process_health: z.object({
      status: verdict,
      active_count: z.number().int(),
      active_processes: z.array(process),
      tracked_count: z.number().int(),
      tracked_processes: z.array(process),
      orphaned_count: z.number().int(),
      orphaned_processes: z.array(process),
      checked_at: z.string().nullable(),
    }),
    session_health: z.object({
      status: verdict,
      sessions_by_status: z.record(z.string(), z.number().int()),
      total_sessions: z.number().int(),
      /** Turns of the last 24 hours that failed. */
      recent_failures: z.number().int(),
      /** Percent of the turns that ended in the last 24 hours. */
      failure_rate: z.number(),
      error_categories: z.record(z.string(), z.number().int()),
      failure_reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
      average_duration_seconds: z.number().int().nullable(),
    }),
    system_health: z.object({
      status: verdict,
      /** Jobs that are due and not started. */
      queue_depth: z.number().int(),
      queue_stats: z.object({
        ready: z.number().int(),
        scheduled: z.number().int(),
        claimed: z.number().int(),
        pending: z.number().int(),
        failed: z.number().int(),
        oldest_ready_age_seconds: z.number().int().nullable(),
        completed_last_hour: z.number().int(),
        by_queue: z.record(z.string(), z.number().int()),
        /** The five with the most, and the rest as "other". */
        by_job_class: z.record(z.string(), z.number().int()),
      }),
      worker_stats: z.array(laneStats),
      recurring_jobs: z.array(recurringJob),
      failed_jobs: z.array(
        z.object({
          job_class: z.string(),
          queue: z.string(),
          count: z.number().int(),
          last_error: z.string().nullable(),
        }),
      ),
      recent_errors: z.array(z.object({ at: z.string(), message: z.string() })),
      database_status: z.object({
        ok: z.boolean(),
        bytes: z.number().int(),
        wal_bytes: z.number().int(),
        free_bytes: z.number().int(),
        checked_at: z.string().nullable(),
        last_backup_at: z.string().nullable(),
      }),
    }),
    egress_health: z.object({
      status: verdict,
      resolver: z.string().nullable(),
      detail: z.string(),
      degraded_since: z.string().nullable(),
      checked_at: z.string().nullable(),
    }),
    sigterm_retry_health: retryHealth,
    api_error_retry_health: retryHealth,
    lines: z.array(healthLine),
    /** The newest uses of the actions, newest first. */
    recent_actions: z.array(maintenanceAction),
    overall_status: verdict,
    generated_at: z.string(),
  })
  .meta({ id: "HealthReport" });
export type HealthReport = z.infer<typeof healthReport>;

export const health = z
  .object({
    health_report: healthReport,
    timestamp: z.string(),
    /** The environment of the service. */
    rails_env: z.string(),
    /** The version of its runtime. */
    ruby_version: z.string(),
    queue_recovery_mode: recoveryMode,
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof health>;

export const healthOperations = {
  up: operation({
    id: "up",
    method: "get",
    path: "/up",
    base: "root",
    source: "E173",
    summary: "Whether the process responds",
    callers: ["anyone"],
    response: plainText,
  }),
  upDeep: operation({
    id: "upDeep",
    method: "get",
    path: "/up/deep",
    base: "root",
    source: "E174",
    summary: "Whether the database, the disk and the queue work",
    callers: ["anyone"],
    response: z.object({ status: z.enum(["ok", "failing"]), failed: z.array(z.string()) }),
    otherStatuses: [503],
  }),
  getHealth: operation({
    id: "getHealth",
    method: "get",
    path: "/health",
    source: "E118",
    summary: "How sessions, processes, queues, the database and the disk are, and what mends what is wrong",
    callers: ["api", "native"],
    response: health,
  }),
  getAbout: operation({
    id: "getAbout",
    method: "get",
    path: "/about",
    summary: "The version, its runtime and its data folder",
    callers: ["board"],
    response: about,
  }),
} as const;
