import type { Express } from "express";
import { composeDomains } from "./compose-domains.ts";
import { composeEndpoints, type Parts } from "./compose-endpoints.ts";
import { composeGround } from "./compose-ground.ts";
import type { Database } from "./db/open.ts";
import { apiKeyService } from "./domains/api-keys/index.ts";
import type { Feed } from "./domains/board/index.ts";
import type { SessionService } from "./domains/sessions/index.ts";
import type { TurnService } from "./domains/turns/index.ts";
import { createApp } from "./http/app.ts";
import { boardDoor } from "./http/board-door.ts";
import type { Installation } from "./installation.ts";
import type { Clock } from "./lib/clock.ts";
import type { Logger } from "./lib/logger.ts";
import type { Settings } from "./settings.ts";

export { countByStatus } from "./compose-endpoints.ts";

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
  const ground = composeGround(deps);
  const domains = composeDomains(deps, ground);
  const closing = new AbortController();
  const { sessions, turns, feed, pullRequests } = domains;
  return {
    app: composeApp(deps, { ...ground, ...domains, closing: closing.signal }),
    sessions,
    turns,
    feed,
    async start() {
      await ground.catalog.reload();
      const report = await turns.recover();
      pullRequests.resume();
      const { released } = ground.jobs.start();
      deps.log.info({ ...report, released }, "work begins");
    },
    async stop() {
      closing.abort();
      await ground.jobs.stop();
      await ground.workers.close();
      await ground.contents.close();
      feed.close();
      await ground.catalog.close();
    },
  };
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
    stopping: parts.closing,
    workers: parts.workers,
    rendererFolder: deps.rendererFolder,
    validateResponses: deps.validateResponses ?? false,
    version: deps.version,
  });
}
