import {
  externalAppRoutes,
  externalAppService,
  pluginRoutes,
} from "../domains/automation/integrations/index.ts";
import { quickStartRoutes, quickStartService } from "../domains/automation/quick-start/index.ts";
import type { TriggerService } from "../domains/automation/triggers/index.ts";
import type { Endpoint } from "../http/mount.ts";
import { originOf } from "../http/service-origin.ts";
import { operationCaller } from "../mcp/call-operation.ts";
import { catalogPort } from "../ports.ts";
import type { ComposeDeps, Core, Platform, Services } from "./deps.ts";

/** How other programs start work: integrations through their triggers, a browser or phone through a quick start. */
export function composeIntegrations(
  deps: ComposeDeps,
  platform: Platform,
  core: Core & { triggers: TriggerService },
) {
  const { sessions, messages, sessionLog, turns, humanMessages, triggers } = core;
  const { database, clock, log, settings } = deps;
  const defaults = platform.defaults.forSessions;
  return {
    externalApps: externalAppService({ database, clock, log, triggers, sessions, keys: platform.keys }),
    quickStarts: quickStartService({
      database,
      root: settings.quickRouterRoot,
      defaultRuntime: (ofRoot) =>
        defaults.forRoot(settings.quickRouterRoot).runtime ?? ofRoot ?? defaults.runtime(),
      findRoot: catalogPort(platform.catalog).findRoot,
      runtimes: platform.models.byRuntime,
      sessions,
      messages,
      sessionLog,
      recordHumanMessage: humanMessages.recordHumanMessage,
      remove: turns.remove,
      attachmentFolder: platform.workspaces.attachments,
    }),
  };
}

export function integrationEndpoints(deps: ComposeDeps, parts: Services): Endpoint[] {
  const { externalApps: apps, idempotency, quickStarts } = parts;
  const { clock, log, version, settings } = deps;
  const baseUrl = (request: Parameters<typeof originOf>[0]): string => originOf(request, settings.origin);
  return [
    ...externalAppRoutes(apps, baseUrl),
    // An integration's tools call no operations.
    ...pluginRoutes({ apps, baseUrl, callAs: operationCaller([]), version, idempotency, log }),
    ...quickStartRoutes({ quickStarts, clock, baseUrl: settings.origin }),
  ];
}
