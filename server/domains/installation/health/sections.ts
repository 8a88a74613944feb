import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { SurveyedProcess } from "../../../lib/processes/index.ts";
import { type Finding, worst } from "./findings.ts";
import type { HealthLine, HealthReport, HealthVerdict } from "./model.ts";
import type { HealthFacts } from "./ports.ts";
import { late } from "./queue-verdicts.ts";
import { text } from "./text.ts";
import { retryCounts, turnSums } from "./turn-sums.ts";

/** The sections of the report, from the same facts as its lines. */
export function sectionsOf(
  facts: HealthFacts,
  findings: readonly Finding[],
): Omit<HealthReport, "lines" | "recent_actions" | "overall_status" | "generated_at"> {
  const verdictOn = (...groups: readonly HealthLine["group"][]) =>
    verdictOf(findings.filter(({ group }) => groups.includes(group)));
  return {
    process_health: { status: verdictOn("processes"), ...processSection(facts) },
    session_health: { status: verdictOn("sessions"), ...sessionSection(facts) },
    system_health: {
      status: verdictOn("queue", "database", "disk", "service", "connections"),
      ...systemSection(facts),
    },
    egress_health: {
      status: { status: "healthy", message: text.section.notProbed },
      resolver: null,
      detail: text.section.notProbed,
      degraded_since: null,
      checked_at: null,
    },
    ...retrySections(facts, findings),
  };
}

/** The worst state of some lines, with the titles of those that are not healthy. */
export function verdictOf(findings: readonly Finding[]): HealthVerdict {
  const wrong = findings.filter(({ state }) => state !== "healthy");
  return {
    status: worst(findings.map(({ state }) => state)),
    message: wrong.length === 0 ? text.section.healthy : wrong.map(({ title }) => title).join(", "),
  };
}

const shownProcess = ({ pid, command, sessionId }: SurveyedProcess) => ({
  pid,
  command,
  session_id: sessionId,
});

function processSection({ processes }: HealthFacts) {
  const { tracked = [], stray = [], at = null } = processes ?? {};
  const active = [...tracked, ...stray].map(shownProcess);
  return {
    active_count: active.length,
    active_processes: active,
    tracked_count: tracked.length,
    tracked_processes: tracked.map(shownProcess),
    orphaned_count: stray.length,
    orphaned_processes: stray.map(shownProcess),
    checked_at: instantOrNull(at),
  };
}

const unknownReason = "unknown";

function sessionSection({ turns, sessionsByStatus }: HealthFacts) {
  const { ended, failed, averageSeconds } = turnSums(turns);
  const reasons = turns.reasons.map(({ reason, count }) => ({ reason: reason ?? unknownReason, count }));
  return {
    sessions_by_status: { ...sessionsByStatus },
    total_sessions: Object.values(sessionsByStatus).reduce((sum, count) => sum + count, 0),
    recent_failures: failed,
    failure_rate: ended === 0 ? 0 : Math.round((failed / ended) * 1_000) / 10,
    error_categories: Object.fromEntries(reasons.map(({ reason, count }) => [reason, count])),
    failure_reasons: reasons,
    average_duration_seconds: averageSeconds,
  };
}

const sum = <One>(list: readonly One[], of: (one: One) => number): number =>
  list.reduce((total, one) => total + of(one), 0);

function queueStats({ queue: { lanes, failed, readyByKind }, now }: HealthFacts) {
  const due = lanes.flatMap(({ oldestDueAt }) => oldestDueAt ?? []);
  const [ready, scheduled, claimed] = [
    sum(lanes, (lane) => lane.ready),
    sum(lanes, (lane) => lane.scheduled),
    sum(lanes, (lane) => lane.running),
  ];
  return {
    ready,
    scheduled,
    claimed,
    pending: ready + scheduled,
    failed: sum(failed, ({ count }) => count),
    oldest_ready_age_seconds: due.length === 0 ? null : secondsSince(Math.min(...due), now),
    completed_last_hour: sum(lanes, (lane) => lane.completedLastHour),
    by_queue: Object.fromEntries(lanes.flatMap(({ lane, ready: n }) => (n === 0 ? [] : [[lane, n]]))),
    by_job_class: topFive(readyByKind),
  };
}

const secondsSince = (at: number, now: number): number => Math.max(0, Math.round((now - at) / 1_000));

function topFive(kinds: HealthFacts["queue"]["readyByKind"]): Record<string, number> {
  const named = Object.fromEntries(kinds.slice(0, 5).map(({ kind, count }) => [kind, count]));
  const rest = kinds.slice(5);
  if (rest.length === 0) return named;
  return { ...named, [`other (${rest.length} more)`]: sum(rest, ({ count }) => count) };
}

function systemSection(facts: HealthFacts) {
  const { queue, now, database, failed } = facts;
  const stats = queueStats(facts);
  return {
    queue_depth: stats.ready,
    queue_stats: stats,
    worker_stats: queue.lanes.map((lane) => ({
      queue: lane.lane,
      threads: lane.threads,
      running: lane.running,
      held: lane.held,
      ready: lane.ready,
      oldest_ready_age_seconds: lane.oldestDueAt === null ? null : secondsSince(lane.oldestDueAt, now),
      scheduled: lane.scheduled,
      completed_last_hour: lane.completedLastHour,
    })),
    recurring_jobs: queue.recurring.map((job) => ({
      job_class: job.kind,
      queue: job.lane,
      every_seconds: Math.round(job.everyMs / 1_000),
      running: job.running,
      due_at: instant(job.dueAt),
      last_success_at: instantOrNull(job.lastSuccessAt),
      last_error: job.lastError,
      overdue: late(job, now),
    })),
    failed_jobs: queue.failed.map(({ kind, lane, count, lastError }) => ({
      job_class: kind,
      queue: lane,
      count,
      last_error: lastError,
    })),
    recent_errors: [...facts.recentErrors],
    database_status: {
      ok: !failed.includes("database"),
      bytes: database.bytes,
      wal_bytes: database.walBytes,
      free_bytes: database.freeBytes,
      checked_at: database.check.checked_at,
      last_backup_at: instantOrNull(database.lastBackupAt),
    },
  };
}

/** Turns that a restart of the service continued, and turns that an error of a provider delayed. */
function retrySections({ turns, retrying }: HealthFacts, findings: readonly Finding[]) {
  const continued = retryCounts(turns, ({ kind }) => kind === "recovery");
  const delayed = retryCounts(turns, ({ kind, retried }) => retried === 1 && kind !== "recovery");
  return {
    sigterm_retry_health: {
      status: { status: "healthy", message: text.section.healthy } as const,
      sessions: [],
      retries: continued.recovered + continued.exhausted,
      ...continued,
    },
    api_error_retry_health: {
      status: verdictOf(findings.filter(({ id }) => id === "retrying_sessions")),
      sessions: retrying.map(({ id }) => id),
      retries: retrying.length + delayed.recovered + delayed.exhausted,
      ...delayed,
    },
  };
}
