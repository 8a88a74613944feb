import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { ComposeDeps } from "./compose.ts";
import { catalogService } from "./domains/catalog/index.ts";
import { goalService } from "./domains/goals/index.ts";
import { workspaceService } from "./domains/workspaces/index.ts";
import { jobQueue } from "./jobs/queue.ts";
import { environmentSecrets, liveRedactor } from "./redactor.ts";
import { agentRuntimes } from "./runtimes/index.ts";

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
