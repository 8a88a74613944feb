import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { idempotencyService, registerIdempotencyJobs } from "../domains/access/idempotency/index.ts";
import { accountService } from "../domains/agents/accounts/index.ts";
import { type CatalogService, catalogService, ownCatalog } from "../domains/agents/catalog/index.ts";
import type { ConnectorService } from "../domains/agents/mcp-connections/index.ts";
import { botToken } from "../domains/automation/chat/index.ts";
import { clockChangeService } from "../domains/installation/clock-changes/index.ts";
import { providerKey } from "../domains/live/conversations/index.ts";
import { liveSettingService } from "../domains/live/settings/index.ts";
import { pacingService } from "../domains/pricing/pacing/index.ts";
import { genesisClassService } from "../domains/scheduling/genesis-classes/index.ts";
import { elicitationAccess } from "../domains/sessions/elicitations/index.ts";
import { goalService } from "../domains/sessions/goals/index.ts";
import { archiveService } from "../domains/surfaces/archive/index.ts";
import { contentSearchService } from "../domains/transcripts/search/index.ts";
import { foreignOwnerService } from "../domains/workspace/foreign-owners/index.ts";
import { repositorySandboxService } from "../domains/workspace/sandboxes/index.ts";
import { repositoryTrustService } from "../domains/workspace/trust/index.ts";
import { gitSandbox, workspaceService } from "../domains/workspace/workspaces/index.ts";
import { type JobQueue, jobQueue } from "../jobs/queue.ts";
import type { KnownSecret } from "../lib/redaction/index.ts";
import { type Sandboxes, sandboxes } from "../lib/sandbox/index.ts";
import { tracing } from "../lib/tracing.ts";
import { environmentSecrets, refreshingRedactor } from "../redactor.ts";
import { cliFolders } from "../runtimes/facts.ts";
import { agentRuntimes } from "../runtimes/index.ts";
import { workerPool } from "../workers/pool.ts";
import { composeConnectors, safeFetchFor } from "./connections.ts";
import type { ComposeDeps, Platform } from "./deps.ts";
import { composeAccess } from "./identity.ts";
import { composeBounds } from "./limits.ts";
import { pushAddress, sessionWays } from "./sandbox-ways.ts";
import { composeDefaults, composeDemoModel } from "./settings.ts";
import { composeWebSignIn } from "./web-sign-in.ts";

/** What sessions are built on: owner and keys, runtimes, catalog, goals, the job queue, redaction, sign-in. */
export function composePlatform(deps: ComposeDeps): Platform {
  const { database, settings, environment, clock, log } = deps;
  const boot = randomUUID();
  const catalog = composeCatalog(deps, () => connectors);
  const questionAccess = elicitationAccess({
    passes: deps.passes,
    baseUrl: deps.url,
    defaultLifetimeMs: settings.elicitationMs,
  });
  const capacity = settings.agentThreads === null ? {} : { agents: settings.agentThreads };
  const workers = workerPool({ log: (error) => log.error({ err: error }, "a worker thread failed") });
  const spans = tracing({ endpoint: settings.tracesEndpoint, version: deps.version });
  const { secrets } = deps.installation;
  const connectors: ConnectorService = composeConnectors(deps, { catalog, secrets });
  const chatToken = botToken({ secrets, configured: settings.chat.token });
  const liveKey = providerKey({ secrets, configured: settings.live.key });
  const redactor = composeRedactor(deps, [catalog, connectors, () => accounts, chatToken, liveKey]);
  for (const changing of [connectors, chatToken, liveKey]) changing.onChange(redactor.invalidate);
  const ownSandboxes = composeSandboxes(deps);
  const ownGitSandbox = gitSandbox({ environment, dataFolder: settings.dataFolder, log });
  const demoModel = composeDemoModel();
  const runtimes = agentRuntimes({ environment, demoModelUrl: demoModel.url });
  const access = composeAccess(deps, catalog);
  const { appSettings: ownerSettings } = access;
  const ofAccounts = { secrets, runtimes, redactor, settings: ownerSettings };
  const { accounts, pacing } = composeAccounts(deps, ofAccounts);
  const repositories = composeRepositories(deps, {
    catalog,
    sandboxes: ownSandboxes,
    ownerName: () => access.owner.current().name ?? "the owner",
  });
  const chosen = composeDefaults(deps, { ...access, runtimes });
  return {
    boot,
    catalog,
    connectors,
    chatToken,
    liveKey,
    accounts,
    pacing,
    ...access,
    ...chosen,
    liveSettings: liveSettingService({ database, clock, settings: ownerSettings }),
    genesisClasses: genesisClassService({ database, log, settings: ownerSettings }),
    runtimes,
    demoModel,
    contents: contentSearchService({ folder: settings.dataFolder, log }),
    goals: goalService(),
    ...composeIdempotency(deps, jobQueue({ sql: database.sql, clock, log, boot, capacity, tracing: spans })),
    tracing: spans,
    redactor,
    safeFetch: safeFetchFor(settings),
    elicitationAccess: questionAccess,
    secrets,
    ...composeWebSignIn(deps, secrets),
    workers,
    clockChanges: clockChangeService({ log }),
    ...composeBounds(deps, workers),
    archive: composeArchive(deps, workers),
    sandboxes: ownSandboxes,
    gitSandbox: ownGitSandbox,
    ...repositories,
    workspaces: composeWorkspaces(deps, {
      sessionEnvironment: questionAccess.environment,
      sandboxes: ownSandboxes,
      gitSandbox: ownGitSandbox,
      localWays: sessionWays(deps, questionAccess),
      pushAddress: (sessionId) => pushAddress(deps, sessionId),
      rootProblem: repositories.repositorySandboxes.rootProblemOnDisk,
      workers,
      requirements: chosen.gitSettings.current,
    }),
  };
}

const composeCatalog = (
  { settings, environment, clock, log }: ComposeDeps,
  connectors: () => ConnectorService,
): CatalogService =>
  catalogService({
    path: settings.catalogPath,
    ownPath: ownCatalog(settings.dataFolder),
    environment,
    clock,
    log: (problem) => log.warn({ problem }, "catalog"),
    lacksSignIn: (servers) => connectors().lacking(servers),
  });

const composeSandboxes = ({ settings, environment, log }: ComposeDeps): Sandboxes =>
  sandboxes({
    level: settings.sandbox,
    grants: settings.sandboxGrants,
    clis: cliFolders,
    dataFolder: settings.dataFolder,
    environment,
    log,
  });

interface SecretSource {
  secretValues(): readonly KnownSecret[];
}

/** Some are made after it. */
function composeRedactor(
  { clock, environment }: ComposeDeps,
  sources: readonly (SecretSource | (() => SecretSource))[],
): Platform["redactor"] {
  const values = (source: SecretSource | (() => SecretSource)): readonly KnownSecret[] =>
    (typeof source === "function" ? source() : source).secretValues();
  return refreshingRedactor({
    clock,
    secrets: () => [...environmentSecrets(environment), ...sources.flatMap(values)],
  });
}

function composeAccounts(
  deps: ComposeDeps,
  of: Pick<Platform, "secrets" | "runtimes" | "redactor"> & { settings: Platform["appSettings"] },
): Pick<Platform, "accounts" | "pacing"> {
  const { redactor } = of;
  const pacing = pacingService({ ...deps, ...of });
  const { capacity } = pacing;
  const accounts = accountService({ ...deps, ...of, capacity, redact: (text) => redactor.redact(text) });
  accounts.onChange(redactor.invalidate);
  return { accounts, pacing };
}

/** What the owner decided about single repositories. */
function composeRepositories(
  { database, clock, log, settings: { dataFolder }, environment }: ComposeDeps,
  of: { catalog: CatalogService; sandboxes: Sandboxes; ownerName(): string },
): Pick<Platform, "repositoryTrust" | "repositorySandboxes" | "foreignOwners"> {
  const { catalog, sandboxes, ownerName } = of;
  const catalogRoots = () => catalog.current().roots;
  const repositorySandboxes = repositorySandboxService({
    database,
    clock,
    sandboxes,
    dataFolder,
    environment,
    ownerName,
  });
  const rootProblem = repositorySandboxes.rootProblemOnDisk;
  return {
    repositoryTrust: repositoryTrustService({ database, clock, catalogRoots, ownerName }),
    repositorySandboxes,
    foreignOwners: foreignOwnerService({ environment, rootProblem, log, ownerName }),
  };
}

const composeArchive = ({ database, settings, clock }: ComposeDeps, workers: Platform["workers"]) =>
  archiveService({
    folder: join(settings.dataFolder, "archive"),
    file: database.sql.name,
    workers,
    clock,
    everyMs: settings.archiveEveryMs,
  });

function composeIdempotency(deps: ComposeDeps, jobs: JobQueue): Pick<Platform, "jobs" | "idempotency"> {
  const idempotency = idempotencyService({ ...deps, waitMs: 5_000 });
  registerIdempotencyJobs(jobs, idempotency);
  return { jobs, idempotency };
}

function composeWorkspaces(
  { settings, environment, installation, temporary }: ComposeDeps,
  of: Pick<
    Parameters<typeof workspaceService>[0],
    | "sessionEnvironment"
    | "sandboxes"
    | "gitSandbox"
    | "localWays"
    | "pushAddress"
    | "rootProblem"
    | "workers"
    | "requirements"
  >,
) {
  const folder = (name: string): string => join(settings.dataFolder, name);
  return workspaceService({
    folders: {
      clones: folder("clones"),
      homes: folder("homes"),
      scratch: folder("scratch"),
      attachments: folder("attachments"),
      archivedClones: folder("stowed"),
      sandboxes: folder("sandboxes"),
      gitFolders: folder("git"),
      ...(temporary !== null && { temporary }),
    },
    environment,
    installation: installation.id,
    ...of,
    cloneSilenceMs: settings.cloneSilenceMs,
  });
}
