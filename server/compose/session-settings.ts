import type { CatalogService } from "../domains/agents/catalog/index.ts";
import type { AttentionService } from "../domains/sessions/attention/index.ts";
import type { ElicitationService } from "../domains/sessions/elicitations/index.ts";
import { heartbeatService, registerHeartbeatJobs } from "../domains/sessions/heartbeats/index.ts";
import type { SessionRow } from "../domains/sessions/sessions/index.ts";
import type { RequiredSignIn } from "../domains/sessions/sessions/model.ts";
import { type SessionSettingsService, sessionSettingsService } from "../domains/sessions/settings/index.ts";
import { readLevel } from "../domains/workspace/sandboxes/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** The settings of a session that people and callers change, and the heartbeat they may turn on. */
export function composeSessionSettings(
  deps: ComposeDeps,
  platform: Platform,
  core: Core & {
    elicitations: Pick<ElicitationService, "isAsking">;
    attention: Pick<AttentionService, "correct">;
  },
): SessionSettingsService {
  const { database, log, clock } = deps;
  const { sessions, turns, sessionLog, elicitations } = core;
  const heartbeats = heartbeatService({
    database,
    log,
    sessionLog,
    sessions,
    hasWork: (row) => turns.hasWork(row) || elicitations.isAsking(row.id),
    nudge: turns.queueHeartbeat,
  });
  registerHeartbeatJobs(platform.jobs, heartbeats);
  return sessionSettingsService({
    database,
    clock,
    sessionLog,
    sessions,
    runtimes: platform.models.byRuntime,
    checkPicks: platform.catalog.checkPicks,
    readSandbox: readLevel,
    correctAttention: core.attention.correct,
    reviewSignIns: turns.reviewSignIns,
  });
}

/** A session's selection from the current catalog, with everything its plugins bring. */
export const effectivePicks = (catalog: CatalogService, row: SessionRow) =>
  catalog.resolveSelection({
    root: row.agentRoot,
    mcpServers: row.mcpServers,
    skills: row.catalogSkills,
    hooks: row.catalogHooks,
    plugins: row.catalogPlugins,
  }).effective;

/** The session's servers that a person signs in to. */
export const signInsOf = (catalog: CatalogService, row: SessionRow) =>
  hasServers(row) ? catalog.signIns(effectivePicks(catalog, row)) : [];

/** Servers come by name or with a plugin; a session with neither skips resolving the catalog. */
const hasServers = ({ mcpServers, catalogPlugins }: SessionRow): boolean =>
  mcpServers.length > 0 || catalogPlugins.length > 0;

/** The session's servers that still need a sign-in. */
export const missingSignInsOf = (
  { catalog, connectors }: Pick<Platform, "catalog" | "connectors">,
  row: SessionRow,
): RequiredSignIn[] => connectors.lacking(signInsOf(catalog, row)).map(asRequired);

export const asRequired = ({ name, url }: { name: string; url: string }): RequiredSignIn => ({
  server_name: name,
  server_url: url,
});
