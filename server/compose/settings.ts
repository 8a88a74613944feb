import { join } from "node:path";
import { readingsKeptMs, rotationsKeptMs } from "../domains/agents/accounts/index.ts";
import { cliRoutes, machineDoctor } from "../domains/agents/clis/index.ts";
import { mcpAppService } from "../domains/agents/mcp-apps/index.ts";
import { modelService } from "../domains/agents/models/index.ts";
import { templateRoutes, templateService } from "../domains/agents/templates/index.ts";
import { runsKept } from "../domains/automation/triggers/history-model.ts";
import { deliveriesKeptMs } from "../domains/automation/webhooks/index.ts";
import { backupRoutes, backupService } from "../domains/installation/backups/index.ts";
import { clockChangeRoutes } from "../domains/installation/clock-changes/index.ts";
import {
  dataFolderRoutes,
  dataFolderService,
  retentionService,
  storedRecordService,
} from "../domains/installation/data-folder/index.ts";
import type { RecordBound, RecordKind } from "../domains/installation/data-folder/model.ts";
import {
  databaseTaskRoutes,
  databaseTaskService,
  registerDatabaseTaskJobs,
} from "../domains/installation/database-tasks/index.ts";
import { diskSpaceRoutes } from "../domains/installation/disk-space/index.ts";
import { firstRunRoutes, firstRunService } from "../domains/installation/first-run/index.ts";
import { freePageService, registerFreePageJobs } from "../domains/installation/free-pages/index.ts";
import {
  integrityRoutes,
  integrityService,
  registerIntegrityJobs,
} from "../domains/installation/integrity/index.ts";
import { keepAwakeRoutes } from "../domains/installation/keep-awake/index.ts";
import type { AppSettings } from "../domains/owner/app-settings/index.ts";
import { experimentalSettingService } from "../domains/owner/experimental-settings/index.ts";
import { gitSettingService } from "../domains/owner/git-settings/index.ts";
import {
  type SessionDefaultsService,
  sessionDefaultRoutes,
  sessionDefaultsService,
} from "../domains/sessions/defaults/index.ts";
import { logLinesKept } from "../domains/sessions/logs/model.ts";
import { statesKept } from "../domains/sessions/states/model.ts";
import { ownerSettingRoutes, ownerSettingService } from "../domains/surfaces/owner-settings/index.ts";
import { agentEnvironment, git } from "../domains/workspace/workspaces/index.ts";
import type { Endpoint } from "../http/mount.ts";
import { failedJobsKeptMs } from "../jobs/definition.ts";
import { gitAnswer } from "../lib/git-answer.ts";
import type { AgentRuntime } from "../runtimes/runtime.ts";
import type { ComposeDeps, Core, Platform, Services } from "./deps.ts";

/** The owner's settings that other domains use. */
export function composeDefaults(
  { settings, environment, log, database, clock }: ComposeDeps,
  of: { appSettings: AppSettings; runtimes: readonly AgentRuntime[] },
) {
  const isSet = (variable: string): boolean => (environment[variable] ?? "").trim() !== "";
  const { elicitationMs, archiveEveryMs, webSignIn } = settings;
  const byVariable = [
    {
      kept: "questions",
      value: elicitationMs / 60_000,
      unit: "minutes",
      variable: "SERVICE_ELICITATION_MINUTES",
    },
    { kept: "archive", value: archiveEveryMs / 1_000, unit: "seconds", variable: "SERVICE_ARCHIVE_SECONDS" },
    { kept: "sign_in", value: webSignIn.signInDays, unit: "days", variable: "SERVICE_WEB_AUTH_SESSION_DAYS" },
    {
      kept: "trusted_browser",
      value: webSignIn.trustedBrowserDays,
      unit: "days",
      variable: "SERVICE_WEB_AUTH_TRUSTED_BROWSER_DAYS",
    },
  ] as const;
  const models = modelService({
    database,
    clock,
    log,
    runtimes: of.runtimes,
    agentEnvironment: agentEnvironment(environment, {}),
    isDefault: (runtime, model) => defaults.names(runtime, model),
  });
  const defaults: SessionDefaultsService = sessionDefaultsService({
    settings: of.appSettings,
    log,
    runtimes: models.byRuntime,
    fallback: {
      runtime: settings.defaultRuntime,
      source: isSet("SERVICE_DEFAULT_RUNTIME") ? "environment" : "built_in",
    },
  });
  const experimentalSettings = experimentalSettingService({ settings: of.appSettings, log });
  const mcpApps = mcpAppService({ settings: of.appSettings, log });
  const gitSettings = gitSettingService({ settings: of.appSettings, log });
  return {
    models,
    defaults,
    experimentalSettings,
    mcpApps,
    gitSettings,
    ownerSettings: ownerSettingService({ database, defaults, experimentalSettings, mcpApps, gitSettings }),
    retention: retentionService({
      settings: of.appSettings,
      log,
      byVariable: byVariable.map((kept) => ({ ...kept, is_set: isSet(kept.variable) })),
    }),
  };
}

/** The services behind the settings pages and the first run. */
export function composeSettings(deps: ComposeDeps, platform: Platform, { sessions }: Pick<Core, "sessions">) {
  const { settings, clock, log, database, environment } = deps;
  const { dataFolder } = settings;
  const own = agentEnvironment(environment, {});
  return {
    ...composeDatabaseTasks(deps, platform),
    records: storedRecordService({
      file: database.sql.name,
      bounds: recordBounds,
      workers: platform.workers,
      clock,
    }),
    backups: backupService({ dataFolder, file: database.sql.name, workers: platform.workers, clock, log }),
    folder: dataFolderService({
      path: dataFolder,
      isNamed: (environment["SERVICE_DATA_DIR"] ?? "") !== "",
      archivedFolders: () => archivedFolders(dataFolder, sessions),
      workers: platform.workers,
      clock,
    }),
    templates: templateService({ settings: platform.appSettings, clock }),
    machine: machineDoctor({
      dataFolder,
      platform: process.platform,
      git: (args) => gitAnswer(args, { environment: own }),
      sandbox: platform.sandboxes.status,
      gitSandbox: platform.gitSandbox.problem,
      limits: platform.limits.status,
    }),
    firstRun: firstRunService({
      dataFolder,
      sessions,
      owner: platform.owner.current,
      runtimes: platform.runtimes,
      demonstration: async () => {
        const { demoFiles, demoPrompt } = await import("../scripted-model/index.ts");
        return { prompt: demoPrompt, files: demoFiles };
      },
      git: (args, cwd) => git(args, { cwd, environment: own, timeoutMs: 20_000 }),
    }),
  };
}

const dayMs = 24 * 60 * 60_000;
const withSession: RecordBound = { by: "session", amount: null };
const newest = (amount: number): RecordBound => ({ by: "newest", amount });
const days = (ms: number): RecordBound => ({ by: "days", amount: Math.round(ms / dayMs) });

/** What stays until somebody deletes it has no bound. */
const recordBounds: Readonly<Record<RecordKind, readonly RecordBound[]>> = {
  transcripts: [withSession],
  session_logs: [withSession, newest(logLinesKept)],
  session_states: [withSession, newest(statesKept)],
  messages: [withSession],
  usage: [],
  notifications: [withSession],
  live_conversations: [],
  trigger_runs: [newest(runsKept)],
  webhook_deliveries: [days(deliveriesKeptMs)],
  account_readings: [days(readingsKeptMs)],
  account_rotations: [days(rotationsKeptMs)],
  failed_jobs: [days(failedJobsKeptMs)],
};

function composeDatabaseTasks({ database, clock, log }: ComposeDeps, platform: Platform) {
  const { appSettings: settings, workers, jobs } = platform;
  const integrity = composeIntegrity({ database, clock, log }, platform);
  const databaseTasks = databaseTaskService({
    sql: database.sql,
    settings,
    workers,
    jobs,
    integrity,
    clock,
    log,
  });
  registerDatabaseTaskJobs(jobs, databaseTasks);
  return { integrity, databaseTasks };
}

function composeIntegrity(
  { database, clock, log }: Pick<ComposeDeps, "database" | "clock" | "log">,
  platform: Platform,
) {
  const { appSettings: settings, workers, jobs } = platform;
  const integrity = integrityService({ file: database.sql.name, settings, workers, clock, log });
  registerIntegrityJobs(jobs, integrity);
  registerFreePageJobs(jobs, freePageService({ sql: database.sql, clock }));
  return integrity;
}

/** Folders of which each session has its own. */
const perSession = ["homes", "sandboxes", "scratch", "attachments", "stowed", "tmp"];

const archivedFolders = (dataFolder: string, sessions: Core["sessions"]): string[] =>
  sessions
    .withStatus("archived")
    .flatMap(({ id, clonePath }) => [
      ...(clonePath === null ? [] : [clonePath]),
      ...perSession.map((name) => join(dataFolder, name, String(id))),
    ]);

export const settingsEndpoints = (parts: Services): Endpoint[] => [
  ...integrityRoutes(parts.integrity),
  ...databaseTaskRoutes(parts.databaseTasks),
  ...diskSpaceRoutes(parts.diskSpace),
  ...clockChangeRoutes(parts.clockChanges),
  ...keepAwakeRoutes(parts.keepAwake),
  ...backupRoutes(parts.backups),
  ...dataFolderRoutes(parts),
  ...templateRoutes(parts.templates),
  ...sessionDefaultRoutes(parts.defaults),
  ...ownerSettingRoutes(parts.ownerSettings),
  ...firstRunRoutes(parts.firstRun),
  ...cliRoutes(parts.clis, parts.machine),
];

/** The scripted model of the demo: started by the first turn that asks it, closed with the service. */
export function composeDemoModel() {
  let started: Promise<{ url: string; close(): Promise<void> }> | undefined;

  async function start() {
    const { demoScenarios, startScriptedModel } = await import("../scripted-model/index.ts");
    return startScriptedModel({ scenarios: demoScenarios });
  }

  return {
    url: async (): Promise<string> => {
      started ??= start();
      return (await started).url;
    },
    close: async (): Promise<void> => (await started)?.close(),
  };
}
