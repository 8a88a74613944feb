import type { Express } from "express";
import { composeDomains } from "./compose/domains.ts";
import { composeEndpoints, type Parts } from "./compose/endpoints.ts";
import { composePlatform } from "./compose/platform.ts";
import type { Database } from "./db/open.ts";
import { machineAddresses } from "./domains/access/oauth/index.ts";
import type { Feed } from "./domains/inbox/board/index.ts";
import type { SessionService } from "./domains/sessions/sessions/index.ts";
import type { TurnService } from "./domains/sessions/turns/index.ts";
import { createApp } from "./http/app.ts";
import { originOf } from "./http/service-origin.ts";
import type { Installation } from "./installation.ts";
import type { Clock } from "./lib/clock.ts";
import type { Logger } from "./lib/logger.ts";
import type { Settings } from "./settings.ts";

export { countByStatus } from "./compose/endpoints.ts";

export interface ComposeDeps {
  database: Database;
  settings: Settings;
  installation: Installation;
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  log: Logger;
  rendererFolder?: string | undefined;
  /** Where the service answers, for agents on this machine; asked for once it listens. */
  url(): string;
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
  const platform = composePlatform(deps);
  const domains = composeDomains(deps, platform);
  const closing = new AbortController();
  const { sessions, turns, feed, pullRequests, usage, lan } = domains;
  const app = composeApp(deps, { ...platform, ...domains, closing: closing.signal });
  return {
    app,
    sessions,
    turns,
    feed,
    async start() {
      await platform.catalog.reload();
      const report = await turns.recover();
      pullRequests.resume();
      usage.resume();
      const { released } = platform.jobs.start();
      await lan.begin(app);
      deps.log.info({ ...report, released }, "work begins");
    },
    async stop() {
      closing.abort();
      await lan.close();
      await platform.jobs.stop();
      await platform.demoModel.close();
      domains.push.close();
      await platform.workers.close();
      await platform.contents.close();
      feed.close();
      await platform.catalog.close();
    },
  };
}

function composeApp(deps: ComposeDeps, parts: Parts): Express {
  const { log, settings, rendererFolder } = deps;
  return createApp({
    endpoints: composeEndpoints(deps, parts),
    credentials: { key: parts.keys.authenticate, token: parts.connections.authenticate },
    boardAuth: parts.door,
    signInPages: parts.signInPages,
    pairingPages: parts.pairingPages,
    oauthRouter: parts.oauthRouter,
    guard: {
      names: settings.hostNames,
      lanOpen: settings.lanOpen,
      lanNames: parts.lan.hostNames,
      anyOrigin: machineAddresses,
    },
    log,
    stopping: parts.closing,
    workers: parts.workers,
    baseUrl: (request) => originOf(request, settings.origin),
    ...(rendererFolder !== undefined && {
      board: { folder: rendererFolder, lastEventId: parts.feed.lastId },
    }),
    validateResponses: deps.validateResponses ?? false,
    version: deps.version,
  });
}
