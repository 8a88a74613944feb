import type { ComposeDeps } from "./compose.ts";
import type { Core } from "./compose-domains.ts";
import type { Ground } from "./compose-ground.ts";
import type { CatalogService } from "./domains/catalog/index.ts";
import { defineHeartbeatJobs, heartbeatService } from "./domains/heartbeats/index.ts";
import { type UpkeepService, upkeepService } from "./domains/session-upkeep/index.ts";
import type { SessionRow } from "./domains/sessions/index.ts";
import type { RequiredConsent } from "./domains/turns/index.ts";
import { parseNames } from "./lib/json.ts";
import { modelPorts } from "./ports.ts";

/** What people and callers set on a session besides giving it work, and the heartbeat that some of them ask for. */
export function composeUpkeep(deps: ComposeDeps, ground: Ground, core: Core): UpkeepService {
  const { database, log, clock } = deps;
  const { sessions, turns, timeline } = core;
  const heartbeats = heartbeatService({
    database,
    log,
    timeline,
    sessions,
    hasWork: turns.hasWork,
    nudge: turns.beat,
  });
  defineHeartbeatJobs(ground.jobs, heartbeats);
  return upkeepService({
    database,
    clock,
    timeline,
    sessions,
    runtimes: modelPorts(ground.runtimes),
    checkPicks: ground.catalog.checkPicks,
    reviewConsent: turns.reviewConsent,
  });
}

/** What a session has of the catalog as it is now, with all that its plugins bring. */
export const effectivePicks = (catalog: CatalogService, row: SessionRow) =>
  catalog.resolveSelection({
    root: row.agentRoot,
    mcpServers: parseNames(row.mcpServers),
    skills: parseNames(row.catalogSkills),
    hooks: parseNames(row.catalogHooks),
    plugins: parseNames(row.catalogPlugins),
  }).effective;

/** Nobody can sign in to a server yet, so every one that asks for it lacks the person's consent. */
export const consentsOf = (catalog: CatalogService, row: SessionRow): RequiredConsent[] =>
  catalog
    .signIns(effectivePicks(catalog, row))
    .map(({ name, url }) => ({ server_name: name, server_url: url }));
