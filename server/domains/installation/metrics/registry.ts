import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Health, HealthState } from "../health/model.ts";
import { text } from "./text.ts";

export type Metrics = ReturnType<typeof metricsRegistry>;

const stateValue: Record<HealthState, number> = { healthy: 0, warning: 1, critical: 2 };
const { help } = text;

/** The metrics of one service. Loaded only while metrics are on. */
export function metricsRegistry({ version }: { version: string }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, meaning: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `signalbox_${name}`, help: meaning, labelNames, registers: [registry] });
  const perLane = (name: string, meaning: string) => gauge(name, meaning, ["lane"]);

  gauge("info", help.info, ["version"]).set({ version }, 1);
  const sessions = gauge("sessions", help.sessions, ["status"]);
  const failedTurns = gauge("failed_turns_last_day", help.failedTurns);
  const processes = gauge("agent_processes", help.processes, ["kind"]);
  const lanes = {
    threads: perLane("lane_threads", help.threads),
    held: perLane("lane_held", help.held),
    running: perLane("jobs_running", help.running),
    ready: perLane("jobs_ready", help.ready),
    scheduled: perLane("jobs_scheduled", help.scheduled),
    oldest: perLane("jobs_oldest_ready_seconds", help.oldest),
    completed: perLane("jobs_completed_last_hour", help.completed),
  };
  const lastSuccess = gauge("job_last_success_timestamp_seconds", help.lastSuccess, ["job"]);
  const failedJobs = gauge("jobs_failed", help.failedJobs, ["job"]);
  const database = gauge("database_bytes", help.database, ["part"]);
  const backup = gauge("last_backup_timestamp_seconds", help.backup);
  const health = gauge("health_state", help.health, ["part"]);
  const requests = new Histogram({
    name: "signalbox_http_request_duration_seconds",
    help: help.requests,
    labelNames: ["method", "operation", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });

  function takeSystem(system: Health["health_report"]["system_health"]): void {
    for (const lane of system.worker_stats) {
      const { queue } = lane;
      lanes.threads.set({ lane: queue }, lane.threads);
      lanes.held.set({ lane: queue }, lane.held ? 1 : 0);
      lanes.running.set({ lane: queue }, lane.running);
      lanes.ready.set({ lane: queue }, lane.ready);
      lanes.scheduled.set({ lane: queue }, lane.scheduled);
      lanes.oldest.set({ lane: queue }, lane.oldest_ready_age_seconds ?? 0);
      lanes.completed.set({ lane: queue }, lane.completed_last_hour);
    }
    for (const { job_class: job, last_success_at: at } of system.recurring_jobs)
      if (at !== null) lastSuccess.set({ job }, secondsOf(at));
    failedJobs.reset();
    for (const { job_class: job, count } of system.failed_jobs) failedJobs.inc({ job }, count);
    const { bytes, wal_bytes: wal, free_bytes: free, last_backup_at: newest } = system.database_status;
    database.set({ part: "file" }, bytes);
    database.set({ part: "wal" }, wal);
    database.set({ part: "free" }, free);
    if (newest !== null) backup.set(secondsOf(newest));
  }

  return {
    observe: (labels: { method: string; operation: string; status: string }, seconds: number): void =>
      requests.observe(labels, seconds),

    /** The page, with what the report says now. */
    page({ health_report: report }: Health): Promise<string> {
      sessions.reset();
      for (const [status, count] of Object.entries(report.session_health.sessions_by_status))
        sessions.set({ status }, count);
      failedTurns.set(report.session_health.recent_failures);
      processes.set({ kind: "tracked" }, report.process_health.tracked_count);
      processes.set({ kind: "stray" }, report.process_health.orphaned_count);
      takeSystem(report.system_health);
      health.reset();
      for (const { id, state } of report.lines) health.set({ part: id }, stateValue[state]);
      return registry.metrics();
    },
  };
}

const secondsOf = (at: string): number => Date.parse(at) / 1_000;
