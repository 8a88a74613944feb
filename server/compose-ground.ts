import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { ComposeDeps } from "./compose.ts";
import { catalogService } from "./domains/catalog/index.ts";
import { contentSearchService } from "./domains/content-search/index.ts";
import { elicitationAccess } from "./domains/elicitations/index.ts";
import { goalService } from "./domains/goals/index.ts";
import { archiveService } from "./domains/transcript-archive/index.ts";
import { workspaceService } from "./domains/workspaces/index.ts";
import { jobQueue } from "./jobs/queue.ts";
import { environmentSecrets, liveRedactor } from "./redactor.ts";
import { agentRuntimes } from "./runtimes/index.ts";
import { workerPool } from "./workers/pool.ts";

export type Ground = ReturnType<typeof composeGround>;

/** What domains stand on: runtimes, catalog, goals, the queue, redaction. */
export function composeGround(deps: ComposeDeps) {
  const { database, settings, environment, clock, log } = deps;
  const boot = randomUUID();
  const catalog = catalogService({
    path: settings.catalogPath,
    environment,
    clock,
    log: (problem) => log.warn({ problem }, "catalog"),
  });
  const elicitationDoor = elicitationAccess({
    secret: deps.installation.secret,
    baseUrl: deps.url,
    lastingMs: settings.elicitationMs,
  });
  const capacity = settings.agentThreads === null ? {} : { agents: settings.agentThreads };
  const workers = workerPool({ log: (error) => log.error({ err: error }, "a worker thread failed") });
  return {
    boot,
    catalog,
    runtimes: agentRuntimes({ environment }),
    contents: contentSearchService({ folder: settings.dataFolder, log }),
    goals: goalService(),
    jobs: jobQueue({ sql: database.sql, clock, log, boot, capacity }),
    redactor: liveRedactor({
      clock,
      secrets: () => [...environmentSecrets(environment), ...catalog.secretValues()],
    }),
    elicitationDoor,
    workers,
    archive: archiveService({
      folder: join(settings.dataFolder, "archive"),
      file: database.sql.name,
      workers,
      clock,
      everyMs: settings.archiveEveryMs,
    }),
    workspaces: composeWorkspaces(deps, elicitationDoor.environment),
  };
}

function composeWorkspaces(
  { settings, environment, installation }: ComposeDeps,
  sessionEnvironment: (sessionId: number) => Record<string, string>,
) {
  const folder = (name: string): string => join(settings.dataFolder, name);
  return workspaceService({
    folders: {
      clones: folder("clones"),
      homes: folder("homes"),
      scratch: folder("scratch"),
      attachments: folder("attachments"),
      stowed: folder("stowed"),
    },
    environment,
    installation: installation.id,
    sessionEnvironment,
  });
}
