import { access, constants, stat } from "node:fs/promises";
import { release } from "node:os";
import { diagnosticsService } from "../domains/installation/diagnostics/index.ts";
import {
  aboutService,
  type HealthFacts,
  healthReporter,
  healthService,
  isStuck,
  processWatch,
  recentErrors,
} from "../domains/installation/health/index.ts";
import {
  maintenanceAudit,
  maintenanceService,
  queuedJobService,
  recoveryModeService,
} from "../domains/installation/maintenance/index.ts";
import { metricsService } from "../domains/installation/metrics/index.ts";
import { endedTurns } from "../domains/turns/turns/index.ts";
import { recentLines } from "../lib/logger.ts";
import { loopDelay } from "../lib/loop-delay.ts";
import { endAgentProcesses, surveyAgents } from "../lib/processes/index.ts";
import type { ComposeDeps, Core, Health, Platform, Services } from "./deps.ts";

/** What watches the service and mends it. */
export function composeMaintenance(deps: ComposeDeps, platform: Platform, core: Core): Health {
  const { clock, log, database } = deps;
  const { appSettings: settings, jobs, workspaces } = platform;
  const { sessions, turns, feed } = core;
  const audit = maintenanceAudit({ settings, clock, log });
  const processes = processWatch({
    clock,
    survey: () =>
      surveyAgents({
        markerPrefix: workspaces.marker(),
        trackedPrefixes: () => turns.busySessions().map((id) => workspaces.marker(id)),
      }),
  });
  return {
    processes,
    loop: loopDelay(),
    metrics: metricsService({ key: deps.settings.metricsKey, version: deps.version }),
    maintenanceAudit: audit,
    maintenance: maintenanceService({
      settings,
      clock,
      log,
      audit,
      sessions,
      turns,
      processes: {
        survey: processes.fresh,
        end: (roots) => endAgentProcesses({ markerPrefix: "", roots }),
      },
    }),
    recoveryMode: recoveryModeService({ settings, clock, audit, jobs, onChange: () => feed.recoveryMode() }),
    queuedJobs: queuedJobService({ database, clock, inspection: jobs.inspection, audit }),
  };
}

export type Reports = ReturnType<typeof composeReports>;

/** What the service tells about itself. */
export function composeReports(deps: ComposeDeps, parts: Services) {
  const { settings, database, clock, environment, log } = deps;
  const { health, reporter } = composeHealth(deps, parts);
  const about = aboutService({
    version: deps.version,
    dataFolder: settings.dataFolder,
    startedAt: clock.now(),
    sqlite: () => database.sql.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "",
  });
  const diagnostics = diagnosticsService({
    dataFolder: settings.dataFolder,
    database: database.sql.name,
    environment,
    versions: () => ({ ...about(), system: release(), clis: parts.clis.status() }),
    health: reporter.report,
    log: () => recentLines(log),
    workers: parts.workers,
    redactor: parts.redactor,
  });
  return { health, reporter, about, diagnostics };
}

/** The report of all parts, and the short check of those without which nothing works. */
function composeHealth(deps: ComposeDeps, parts: Services) {
  const { clock, log, environment } = deps;
  const health = healthService({
    checks: checksOf(deps, parts),
    log: (name, error) => log.error({ err: error, check: name }, "health check failed"),
  });
  const reporter = healthReporter({
    clock,
    gather: healthFacts(deps, parts, health),
    recentActions: parts.maintenanceAudit.recent,
    environment: environment["NODE_ENV"] ?? "production",
    runtime: process.versions.node,
  });
  return { health, reporter };
}

const checksOf = ({ settings, clock }: ComposeDeps, { jobs, integrity, sandboxes }: Services) => [
  { name: "database", run: () => jobs.count() },
  {
    name: "queue",
    run() {
      const stuck = jobs.inspection.lanes().filter((lane) => isStuck(lane, clock.now()));
      if (stuck.length > 0)
        throw new Error(`Nothing starts the jobs of ${stuck.map(({ lane }) => lane).join(", ")}`);
    },
  },
  {
    name: "integrity",
    run() {
      const { problem } = integrity.last();
      if (problem !== null) throw new Error(problem);
    },
  },
  { name: "disk", run: () => access(settings.dataFolder, constants.W_OK) },
  {
    name: "sandbox",
    async run() {
      const problem = await sandboxes.check();
      if (problem !== null) throw new Error(problem);
    },
  },
];

const dayMs = 24 * 60 * 60_000;

function healthFacts(
  { clock, database, log }: ComposeDeps,
  parts: Services,
  health: ReturnType<typeof healthService>,
): () => Promise<HealthFacts> {
  const { sessions, jobs, processes, loop } = parts;
  const turns = endedTurns(database.sql);
  const readDatabase = databaseFacts(database.sql, parts);
  return async () => {
    const [{ failed }, survey, backups, ofDatabase] = await Promise.all([
      health.deep(),
      processes.recent(),
      parts.backups.newest(),
      readDatabase(),
    ]);
    const now = clock.now();
    return {
      now,
      failed,
      sessionsByStatus: Object.fromEntries(sessions.countAll().map(({ status, count }) => [status, count])),
      retrying: sessions
        .waiting(["held", "parked"])
        .map(({ id, retryAt, waitingSince }) => ({ id, retryAt, since: waitingSince })),
      turns: turns(now - dayMs),
      processes: survey,
      limits: parts.limits.status(),
      queue: redactedQueue(jobs.inspection.state(), parts.redactor.redact),
      recovery: parts.recoveryMode.state(),
      database: { ...ofDatabase, ...backups },
      disk: parts.diskSpace.check(),
      loop: loop.summary(),
      memoryBytes: process.memoryUsage.rss(),
      clis: parts.clis.status(),
      catalogProblems: parts.catalog.problems(),
      connectors: parts.connectors.list([]),
      lan: lanFacts(parts),
      recentErrors: recentErrors(recentLines(log), now).map(({ at, message }) => ({
        at,
        message: parts.redactor.redact(message),
      })),
    };
  };
}

function databaseFacts(sql: ComposeDeps["database"]["sql"], { integrity }: Services) {
  const pageSize = Number(sql.pragma("page_size", { simple: true }));
  const walBytes = (): Promise<number> =>
    stat(`${sql.name}-wal`).then(
      ({ size }) => size,
      () => 0,
    );
  return async () => ({
    bytes: Number(sql.pragma("page_count", { simple: true })) * pageSize,
    freeBytes: Number(sql.pragma("freelist_count", { simple: true })) * pageSize,
    walBytes: await walBytes(),
    check: integrity.last(),
  });
}

/** What a job failed with may quote what an agent or a provider said. */
const redactedQueue = (
  queue: HealthFacts["queue"],
  redact: (text: string) => string,
): HealthFacts["queue"] => {
  const told = (error: string | null): string | null => (error === null ? null : redact(error.slice(0, 500)));
  return {
    ...queue,
    recurring: queue.recurring.map((job) => ({ ...job, lastError: told(job.lastError) })),
    failed: queue.failed.map((job) => ({ ...job, lastError: told(job.lastError) })),
  };
};

function lanFacts({ lan }: Services): HealthFacts["lan"] {
  const { open, listening, problem, certificate_expires_at: expiry } = lan.state();
  return { open, listening, problem, certificateExpiresAt: expiry === null ? null : Date.parse(expiry) };
}
