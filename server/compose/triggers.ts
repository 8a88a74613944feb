import { randomBytes } from "node:crypto";
import type { CatalogService } from "../domains/agents/catalog/index.ts";
import {
  registerTriggerJobs,
  type TriggerDeps,
  type TriggerService,
  triggerService,
} from "../domains/automation/triggers/index.ts";
import { readLevel } from "../domains/repositories/sandboxes/index.ts";
import { Refusal } from "../lib/errors.ts";
import { goalPort } from "../ports.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** Triggers, which start or continue sessions from a template. */
export function composeTriggers(deps: ComposeDeps, platform: Platform, core: Core): TriggerService {
  const { database, clock, log, url } = deps;
  const { sessions, turns, messages, wakes, sessionLog } = core;
  const triggers = triggerService({
    database,
    clock,
    log,
    sessionLog,
    sessions,
    wakes,
    jobs: platform.jobs,
    catalog: triggerCatalog(platform.catalog),
    sandboxes: { read: readLevel, asked: platform.repositorySandboxes.asked },
    goals: goalPort(platform.goals),
    post: (id, message) => void turns.post(id, message),
    hasPendingMessages: (id) => messages.pending(id).length > 0,
    unarchive: turns.unarchive,
    admit: platform.diskSpace.admit,
    sessionUrl: (id) => `${url()}/sessions/${id}`,
    newToken: () => randomBytes(8).toString("hex"),
  });
  registerTriggerJobs(platform.jobs, triggers);
  return triggers;
}

/** The catalog as triggers need it: they name entries that may be gone later. */
function triggerCatalog(catalog: CatalogService): TriggerDeps["catalog"] {
  const isSound = (): boolean => catalog.problems().length === 0;
  return {
    hasRoot: (name) => (isSound() ? hasRoot(catalog, name) : null),
    checkNames: (lists) =>
      catalog.checkPicks({
        mcpServers: lists.mcp_servers,
        skills: lists.catalog_skills,
        hooks: lists.catalog_hooks,
        plugins: lists.catalog_plugins,
      }),
    missing(lists) {
      if (!isSound() || catalog.current().roots.byQualified.size === 0) return null;
      const { unknown } = catalog.resolveSelection({
        root: null,
        mcpServers: lists.mcp_servers,
        skills: lists.catalog_skills,
        hooks: lists.catalog_hooks,
        plugins: lists.catalog_plugins,
      });
      return {
        mcp_servers: unknown.mcpServers,
        catalog_skills: unknown.skills,
        catalog_hooks: unknown.hooks,
        catalog_plugins: unknown.plugins,
      };
    },
  };
}

/** An ambiguous name counts as present; firing the trigger reports the ambiguity. */
function hasRoot(catalog: CatalogService, name: string): boolean {
  try {
    return catalog.current().findRoot(name) !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
