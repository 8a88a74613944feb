import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** How far each number of a request goes; what is out of range is clamped, and what is no number is the usual one. */
export const limits = {
  archiveDays: { least: 1, usual: 7, most: 365 },
  recoveryMinutes: { least: 5, usual: 60, most: 240 },
  delayMinutes: { least: 0, usual: 60, most: 10_080 },
} as const;

/** The most queued jobs that one call changes. */
export const mostJobsPerCall = 2_000;

const clamped = ({ least, usual, most }: { least: number; usual: number; most: number }) =>
  z
    .union([z.number(), z.string(), z.null()])
    .optional()
    .catch(undefined)
    .transform((sent) => {
      const number = sent == null || sent === "" ? Number.NaN : Math.trunc(Number(sent));
      return Number.isFinite(number) ? Math.min(Math.max(number, least), most) : usual;
    });

const reasoned = z.object({ session_id: z.number().int(), reason: z.string() });

export const cleanupResult = z
  .object({
    /** Process ids. */
    terminated: z.array(z.number().int()),
    failed: z.array(z.object({ pid: z.number().int(), reason: z.string() })),
    already_dead: z.array(z.number().int()),
    message: z.string(),
  })
  .meta({ id: "CleanupResult" });
export type CleanupResult = z.infer<typeof cleanupResult>;

export const retryResult = z
  .object({
    retried: z.array(z.number().int()),
    failed: z.array(reasoned),
    skipped: z.array(reasoned),
    message: z.string(),
  })
  .meta({ id: "RetryResult" });
export type RetryResult = z.infer<typeof retryResult>;

export const archiveResult = z
  .object({
    archived: z.array(z.number().int()),
    /** Those that an archive refused. */
    failed: z.array(reasoned),
    /** Those that wait for something that will come, such as a wake. */
    skipped: z.array(reasoned),
    days: z.number().int(),
    /** More are that old than one call archives. */
    more: z.boolean(),
    message: z.string(),
  })
  .meta({ id: "ArchiveOldResult" });
export type ArchiveResult = z.infer<typeof archiveResult>;

export const recoveryMode = z
  .object({
    active: z.boolean(),
    entered_at: z.string().nullable(),
    expires_at: z.string().nullable(),
    expires_in_seconds: z.number().int().nullable(),
    reason: z.string().nullable(),
    entered_by: z.string().nullable(),
    /** The queues whose jobs wait in this mode. */
    halted_queues: z.array(z.string()),
    /** Those whose jobs wait now. */
    paused_queues: z.array(z.string()),
    /** The queues that go on. */
    live_queues: z.array(z.string()),
  })
  .meta({ id: "QueueRecoveryMode" });
export type RecoveryMode = z.infer<typeof recoveryMode>;

export const jobScope = z.object({ job_class: z.string().nullable(), queue_name: z.string().nullable() });
const counts = z.record(z.string(), z.number().int());

const scopedJobs = {
  scope: jobScope,
  by_job_class: counts,
  by_queue: counts,
};
export const queuedJobs = z
  .object({
    ...scopedJobs,
    matched: z.number().int(),
    over_cap: z.boolean(),
    max_per_call: z.number().int(),
  })
  .meta({ id: "QueuedJobs" });
export type QueuedJobs = z.infer<typeof queuedJobs>;

export const discardedJobs = z
  .object({ ...scopedJobs, discarded: z.number().int(), recoverable: z.boolean() })
  .meta({ id: "DiscardedJobs" });
export type DiscardedJobs = z.infer<typeof discardedJobs>;

export const rescheduledJobs = z
  .object({
    ...scopedJobs,
    rescheduled: z.number().int(),
    delay_minutes: z.number().int(),
    run_at: z.string(),
    /** Whether the jobs can be moved again. */
    recoverable: z.boolean(),
  })
  .meta({ id: "RescheduledJobs" });
export type RescheduledJobs = z.infer<typeof rescheduledJobs>;

/** One use of these operations, for the health page. */
export const maintenanceAction = z.object({ at: z.string(), by: z.string(), summary: z.string() });
export type MaintenanceAction = z.infer<typeof maintenanceAction>;

const text = z
  .string()
  .max(500)
  .nullish()
  .transform((sent) => sent?.trim() || null);
const scope = { job_class: text, queue_name: text };
/** What is not a whole number counts as missing, so that the refusal says how many jobs there are. */
const scopeWithCount = { ...scope, expected_count: z.number().int().nullish().catch(null) };

const callers = ["api", "native"] as const;

export const maintenanceOperations = {
  cleanupProcesses: operation({
    id: "cleanupProcesses",
    method: "post",
    path: "/health/cleanup_processes",
    source: "E119",
    summary: "End the agent processes that no session needs any more",
    callers,
    response: cleanupResult,
    errors: [429, 503],
  }),
  retrySessions: operation({
    id: "retrySessions",
    method: "post",
    path: "/health/retry_sessions",
    source: "E120",
    summary:
      "Restart failed sessions: the given ones, or at most ten that failed in the last 24 hours and are in no frozen category",
    callers,
    body: z.object({ session_ids: z.array(z.number().int()).max(100).nullish() }),
    response: retryResult,
    errors: [429, 503],
  }),
  archiveOld: operation({
    id: "archiveOld",
    method: "post",
    path: "/health/archive_old",
    source: "E121",
    summary: "Archive the sessions that nobody and nothing touched for some days, at most 200 in one call",
    callers,
    body: z.object({ days: clamped(limits.archiveDays) }),
    response: archiveResult,
    errors: [429, 503],
  }),
  getRecoveryMode: operation({
    id: "getRecoveryMode",
    method: "get",
    path: "/health/queue_recovery_mode",
    source: "E122",
    summary: "Get whether the queue recovery mode is on, since when and until when",
    callers,
    response: recoveryMode,
  }),
  enterRecoveryMode: operation({
    id: "enterRecoveryMode",
    method: "post",
    path: "/health/enter_queue_recovery_mode",
    source: "E123",
    summary: "Hold the background queues while agents keep running; again extends it",
    callers,
    body: z.object({ reason: text, ttl_minutes: clamped(limits.recoveryMinutes) }),
    response: recoveryMode,
    errors: [503],
  }),
  exitRecoveryMode: operation({
    id: "exitRecoveryMode",
    method: "post",
    path: "/health/exit_queue_recovery_mode",
    source: "E124",
    summary: "End the queue recovery mode",
    callers,
    response: recoveryMode,
    errors: [503],
  }),
  listQueuedJobs: operation({
    id: "listQueuedJobs",
    method: "get",
    path: "/health/queued_jobs",
    source: "E125",
    summary: "Count the queued jobs of a class or a queue that nothing has started yet",
    callers,
    query: z.object(scope),
    response: queuedJobs,
  }),
  discardQueuedJobs: operation({
    id: "discardQueuedJobs",
    method: "post",
    path: "/health/discard_queued_jobs",
    source: "E126",
    summary: "Remove the queued jobs of a scope for good, if there are exactly as many as expected",
    callers,
    body: z.object(scopeWithCount),
    invalidLabel: "Refused",
    response: discardedJobs,
  }),
  rescheduleQueuedJobs: operation({
    id: "rescheduleQueuedJobs",
    method: "post",
    path: "/health/reschedule_queued_jobs",
    source: "E127",
    summary: "Run the queued jobs of a scope later, if there are exactly as many as expected",
    callers,
    body: z.object({ ...scopeWithCount, delay_minutes: clamped(limits.delayMinutes) }),
    invalidLabel: "Refused",
    response: rescheduledJobs,
  }),
} as const;
