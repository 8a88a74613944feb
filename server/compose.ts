import { randomUUID } from "node:crypto";
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import type { Express } from "express";
import type { Database } from "./db/open.ts";
import { apiKeyService } from "./domains/api-keys/index.ts";
import { boardFeed, boardRoutes, type Feed } from "./domains/board/index.ts";
import { type CatalogService, catalogService } from "./domains/catalog/index.ts";
import { configRoutes } from "./domains/configs/index.ts";
import { goalService } from "./domains/goals/index.ts";
import { healthRoutes, healthService } from "./domains/health/index.ts";
import { messageService } from "./domains/messages/index.ts";
import { sessionLogRoutes, sessionLogService, sessionLogStore } from "./domains/session-logs/index.ts";
import {
  type SessionRow,
  type SessionService,
  sessionRoutes,
  sessionService,
} from "./domains/sessions/index.ts";
import { transcriptRoutes, transcriptService, transcriptStore } from "./domains/transcripts/index.ts";
import {
  defineTurnJobs,
  messageRoutes,
  type TurnService,
  turnRoutes,
  turnService,
} from "./domains/turns/index.ts";
import { workspaceService } from "./domains/workspaces/index.ts";
import { createApp } from "./http/app.ts";
import { boardDoor } from "./http/board-door.ts";
import type { Endpoint } from "./http/mount.ts";
import type { Installation } from "./installation.ts";
import { jobQueue } from "./jobs/queue.ts";
import type { Clock } from "./lib/clock.ts";
import { parseNames } from "./lib/json.ts";
import type { Logger } from "./lib/logger.ts";
import { redactJsonLine } from "./lib/redaction/index.ts";
import { catalogPort, goalPort, modelPorts } from "./ports.ts";
import { environmentSecrets, liveRedactor, redactUnfinished } from "./redactor.ts";
import { agentRuntimes } from "./runtimes/index.ts";
import type { Equipment } from "./runtimes/runtime.ts";
import type { Settings } from "./settings.ts";

export interface ComposeDeps {
  database: Database;
  settings: Settings;
  installation: Installation;
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  log: Logger;
  rendererFolder?: string | undefined;
  version: string;
  validateResponses?: boolean;
}

export interface Composition {
  app: Express;
  sessions: SessionService;
  turns: TurnService;
  feed: Feed;
  /** Reads the catalog, puts right what a dead start left, then takes work. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The one place that knows every domain. Order here is the order of dependence. */
export function compose(deps: ComposeDeps): Composition {
  const ground = composeGround(deps);
  const domains = composeDomains(deps, ground);
  const closing = new AbortController();
  const { sessions, turns, feed } = domains;
  return {
    app: composeApp(deps, { ...ground, ...domains, closing: closing.signal }),
    sessions,
    turns,
    feed,
    async start() {
      await ground.catalog.reload();
      const report = await turns.recover();
      const { released } = ground.jobs.start();
      deps.log.info({ ...report, released }, "work begins");
    },
    async stop() {
      closing.abort();
      await ground.jobs.stop();
      feed.close();
      await ground.catalog.close();
    },
  };
}

type Ground = ReturnType<typeof composeGround>;

/** What domains stand on: runtimes, catalog, goals, the queue, redaction. */
function composeGround(deps: ComposeDeps) {
  const { database, settings, environment, clock, log } = deps;
  const boot = randomUUID();
  const catalog = catalogService({
    path: settings.catalogPath,
    environment,
    clock,
    log: (problem) => log.warn({ problem }, "catalog"),
  });
  const capacity = settings.agentThreads === null ? {} : { agents: settings.agentThreads };
  return {
    boot,
    catalog,
    runtimes: agentRuntimes({ environment }),
    goals: goalService(),
    jobs: jobQueue({ sql: database.sql, clock, log, boot, capacity }),
    redactor: liveRedactor({
      clock,
      secrets: () => [...environmentSecrets(environment), ...catalog.secretValues()],
    }),
    workspaces: composeWorkspaces(deps),
  };
}

function composeWorkspaces({ settings, environment, installation }: ComposeDeps) {
  const folder = (name: string): string => join(settings.dataFolder, name);
  return workspaceService({
    folders: {
      clones: folder("clones"),
      homes: folder("homes"),
      scratch: folder("scratch"),
      attachments: folder("attachments"),
    },
    environment,
    installation: installation.id,
  });
}

type Domains = ReturnType<typeof composeDomains>;

function composeDomains(deps: ComposeDeps, ground: Ground) {
  const { database, clock, log, settings } = deps;
  const { catalog, jobs, redactor, runtimes, workspaces } = ground;
  const feed: Feed = boardFeed({
    boot: ground.boot,
    log,
    sessionEvent: (id) => {
      const row = sessions.byId(id);
      return row ? { type: "session", session: sessions.view(row) } : { type: "session_removed", id };
    },
    showPartial: (text) => redactUnfinished(redactor, text),
  });
  const logs = sessionLogService({
    store: sessionLogStore(database.db),
    clock,
    redact: (text) => redactor.redact(text),
    changed: feed.log,
  });
  const timeline = { note: logs.note, changed: feed.session };
  const goals = goalPort(ground.goals);
  const sessions: SessionService = sessionService({
    database,
    clock,
    timeline,
    catalog: catalogPort(catalog),
    goals,
    runtimes: modelPorts(runtimes),
    defaults: { runtime: settings.defaultRuntime },
    queueFirstTurn: (row, kind) => turns.queueFirstTurn(row, kind),
  });
  const messages = messageService({ database, clock, changed: feed.messages });
  const transcripts = transcriptService({
    database,
    store: transcriptStore(database),
    clock,
    readers: new Map(runtimes.map(({ id, transcript }) => [id, transcript])),
    redactLine: (line) => redactJsonLine(redactor, line),
    changed: feed.transcript,
  });
  const turns: TurnService = turnService({
    database,
    jobs,
    clock,
    log,
    sessions,
    messages,
    transcripts,
    workspaces,
    runtimes,
    timeline,
    goals,
    equipment: (row) => equipmentOf(catalog, row),
    partial: feed.partial,
    newId: randomUUID,
    redact: (text) => redactor.redact(text),
  });
  defineTurnJobs(jobs, turns);
  return { feed, logs, sessions, messages, transcripts, turns, acceptGoal: goals.accept };
}

function equipmentOf(catalog: CatalogService, row: SessionRow): Equipment {
  const { effective } = catalog.resolveSelection({
    root: row.agentRoot,
    mcpServers: parseNames(row.mcpServers),
    skills: parseNames(row.catalogSkills),
    hooks: parseNames(row.catalogHooks),
    plugins: parseNames(row.catalogPlugins),
  });
  return catalog.equipmentFor(effective);
}

type Parts = Ground & Domains & { closing: AbortSignal };

function composeEndpoints(deps: ComposeDeps, parts: Parts): Endpoint[] {
  const { sessions, turns, messages, transcripts, feed, workspaces, closing } = parts;
  const { database, settings, log, version } = deps;
  const resolve = (reference: string): number => sessions.find(reference).id;
  const health = healthService({
    checks: [
      { name: "database", run: () => database.sql.prepare("SELECT COUNT(*) FROM jobs").get() },
      { name: "disk", run: () => access(settings.dataFolder, constants.W_OK) },
    ],
    log: (name, error) => log.error({ err: error, check: name }, "health check failed"),
  });
  return [
    ...healthRoutes(health),
    ...sessionRoutes({
      sessions,
      readTranscript: transcripts.raw,
      remove: (reference) => turns.remove(reference),
    }),
    ...turnRoutes(turns),
    ...messageRoutes({ messages, turns, resolve, acceptGoal: parts.acceptGoal }),
    ...sessionLogRoutes(parts.logs, resolve),
    ...transcriptRoutes(transcripts, (reference) => {
      const { id, agentRuntime } = sessions.find(reference);
      return { id, runtime: agentRuntime };
    }),
    ...configRoutes({ ...parts, defaultRuntime: settings.defaultRuntime }),
    ...boardRoutes({ feed, version, counts: () => countByStatus(sessions), workspaces, closing }),
  ];
}

function composeApp(deps: ComposeDeps, parts: Parts): Express {
  const { database, clock, log, environment, installation, settings } = deps;
  const keys = apiKeyService({ database, clock, log, environment });
  return createApp({
    endpoints: composeEndpoints(deps, parts),
    authenticateKey: (key, callers) => keys.authenticate(key, callers),
    door: boardDoor({ secret: installation.secret, openOnLan: settings.boardOpenOnLan }),
    guard: { names: settings.hostNames, lanOpen: settings.lanOpen },
    log,
    rendererFolder: deps.rendererFolder,
    validateResponses: deps.validateResponses ?? false,
    version: deps.version,
  });
}

export function countByStatus(sessions: SessionService) {
  const counts = { running: 0, waiting: 0, needs_input: 0, failed: 0 };
  for (const { status, count } of sessions.statusCounts()) if (status !== "archived") counts[status] = count;
  return counts;
}
