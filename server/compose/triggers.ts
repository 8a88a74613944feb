import { randomBytes } from "node:crypto";
import type { CatalogService } from "../domains/agents/catalog/index.ts";
import {
  type CodeHostService,
  codeHostService,
  registerCodeHostJobs,
} from "../domains/automation/code-host/index.ts";
import {
  notWatched,
  registerTriggerJobs,
  type TriggerDeps,
  type TriggerService,
  triggerService,
} from "../domains/automation/triggers/index.ts";
import { readLevel } from "../domains/repositories/sandboxes/index.ts";
import { Refusal } from "../lib/errors.ts";
import { goalPort } from "../ports.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** Triggers, which start or continue sessions from a template, and the watchers of what they wait for. */
export function composeTriggers(
  deps: ComposeDeps,
  platform: Platform,
  core: Core,
): { triggers: TriggerService; codeHost: CodeHostService } {
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
    watchProblem: (condition) => notWatched(condition) ?? codeHost.problemOf(condition),
    admit: platform.diskSpace.admit,
    sessionUrl: (id) => `${url()}/sessions/${id}`,
    newToken: () => randomBytes(8).toString("hex"),
  });
  registerTriggerJobs(platform.jobs, triggers);
  const codeHost = composeCodeHost(deps, platform, triggers);
  return { triggers, codeHost };
}

function composeCodeHost(
  { database, clock, log, settings }: ComposeDeps,
  { jobs, redactor }: Platform,
  { watcher }: TriggerService,
): CodeHostService {
  const { token, apiUrl } = settings.gitHub;
  const { mode, secret } = settings.ingest.codeHost;
  const warn = (message: string) => log.warn({ message: redactor.redact(message) }, "github");
  const codeHost = codeHostService({
    database,
    clock,
    log,
    events: watcher,
    mode,
    hasWebhook: mode === "webhook_with_poll_fallback" && secret !== null,
    access: token === null ? null : { token, apiUrl, now: clock.now, warn },
  });
  registerCodeHostJobs(jobs, codeHost);
  return codeHost;
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
