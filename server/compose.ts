import type { Express } from "express";
import { composeClockWatch } from "./compose/clock.ts";
import { namesOf } from "./compose/confirmations.ts";
import { composeCore } from "./compose/core.ts";
import type { ComposeDeps, Platform, Services } from "./compose/deps.ts";
import { composeEndpoints } from "./compose/endpoints.ts";
import { composeMaintenance, composeReports, type Reports } from "./compose/health.ts";
import { composeKeepAwake } from "./compose/keep-awake.ts";
import { composePlatform } from "./compose/platform.ts";
import { connectSessionEvents } from "./compose/session-events.ts";
import { composeSessionFeatures } from "./compose/session-features.ts";
import { launchLink } from "./domains/access/browser-sign-ins/index.ts";
import { crossOriginPaths } from "./domains/access/oauth/index.ts";
import { pageKeyPages } from "./domains/access/page-keys/index.ts";
import type { AccountService } from "./domains/agents/accounts/index.ts";
import { type ConfirmationService, confirmationGate } from "./domains/owner/confirmations/index.ts";
import type { AdmissionService } from "./domains/scheduling/admission/index.ts";
import type { AttentionService } from "./domains/sessions/attention/index.ts";
import type { SessionService } from "./domains/sessions/sessions/index.ts";
import type { Feed } from "./domains/surfaces/board/index.ts";
import type { TurnService } from "./domains/turns/turns/index.ts";
import type { BudgetService } from "./domains/usage/budgets/index.ts";
import { createApp } from "./http/app.ts";
import type { RequestObserver } from "./http/mount.ts";
import { originOf } from "./http/service-origin.ts";
import { tracedRequests } from "./http/traced-requests.ts";
import type { Service } from "./index.ts";

export { countByStatus } from "./compose/endpoints.ts";

export interface Composition {
  app: Express;
  sessions: SessionService;
  turns: TurnService;
  admission: Pick<AdmissionService, "pauseAll" | "resumeAll" | "stoppedByPause">;
  poolStates: AccountService["poolStates"];
  attention: Pick<AttentionService, "needy">;
  budgets: Pick<BudgetService, "warnings">;
  feed: Feed;
  /** How the owner gets to the board. */
  board: Pick<Service, "launchLink" | "signInWindow">;
  /** What the board asks to be confirmed outside the page. */
  confirmations: Pick<ConfirmationService, "onQuestion" | "settle" | "waiting">;
  issueTokens: Services["issueTokens"];
  /** The key of the owner's commands, which ends with this start of the service. */
  commandKey(): string;
  /** Writes the archive for a bug report to the data folder, and returns its path. */
  writeDiagnostics(): Promise<string>;
  /** Reads the catalog, recovers what a killed service left, then takes work. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Wires the service together: the platform, then sessions and their features, then the endpoints. */
export function compose(deps: ComposeDeps): Composition {
  const platform = composePlatform(deps);
  const core = composeCore(deps, platform);
  const features = composeSessionFeatures(deps, platform, core);
  const keepAwake = composeKeepAwake(deps, platform, core);
  connectSessionEvents(core.events, { ...platform, ...core, ...features, keepAwake });
  const { sessions, turns, feed } = core;
  const { attention, budgets, pullRequests, usage, lan, push } = features;
  const health = composeMaintenance(deps, platform, core);
  const closing = new AbortController();
  const clockWatch = composeClockWatch(deps, platform, core);
  waitForDiskSpace(platform, core);
  const services = { ...platform, ...core, ...features, ...health, keepAwake, closing: closing.signal };
  const reports = composeReports(deps, services);
  const app = composeApp(deps, services, reports);
  return {
    app,
    sessions,
    turns,
    admission: core.admission,
    poolStates: platform.accounts.poolStates,
    attention,
    budgets,
    feed,
    board: boardAccess(deps, platform),
    confirmations: platform.confirmations,
    issueTokens: features.issueTokens,
    commandKey: services.keys.commandKey,
    writeDiagnostics: reports.diagnostics.write,
    async start() {
      await Promise.all([
        platform.catalog.reload(),
        platform.sandboxes.begin(),
        platform.limits.begin(),
        platform.repositorySandboxes.begin(),
      ]);
      platform.diskSpace.start();
      clockWatch.start();
      health.recoveryMode.start();
      health.loop.start();
      await Promise.all([health.metrics.begin(), platform.tracing.start()]);
      await features.gitPushes.sweep();
      const report = await turns.recover();
      pullRequests.resume();
      usage.resume();
      await core.admission.enforcePause();
      const { released } = platform.jobs.start(clockWatch.check);
      core.admission.onChanged();
      await lan.begin(app);
      keepAwake.onChanged();
      deps.log.info({ ...report, released }, "service ready");
    },
    async stop() {
      closing.abort();
      platform.confirmations.close();
      keepAwake.stop();
      clockWatch.stop();
      platform.diskSpace.stop();
      health.recoveryMode.stop();
      health.loop.stop();
      await lan.close();
      await platform.jobs.stop();
      await platform.limits.sweep();
      platform.accounts.close();
      await platform.demoModel.close();
      push.close();
      await platform.workers.close();
      await platform.contents.close();
      feed.close();
      await platform.catalog.close();
      await platform.tracing.stop();
    },
  };
}

/** While there is too little disk space no turn starts, and the board says why queued ones wait. */
function waitForDiskSpace(
  { diskSpace, jobs }: Platform,
  { sessions, feed }: Pick<Composition, "sessions" | "feed">,
): void {
  diskSpace.onChange(({ low }) => {
    jobs.setHeld("agents", low);
    feed.diskSpace();
    for (const { id } of sessions.waiting(["queued", "held"])) feed.session(id);
  });
}

function boardAccess(
  { url }: ComposeDeps,
  { boardAuth, browserSignIns }: Pick<Platform, "boardAuth" | "browserSignIns">,
): Composition["board"] {
  return {
    launchLink: (path) =>
      boardAuth.usesLaunchLinks
        ? launchLink(url(), { code: browserSignIns.createLaunchCode(), path })
        : `${url()}${path ?? ""}`,
    signInWindow() {
      if (!boardAuth.usesLaunchLinks) return null;
      const { cookieName: name, cookie: value, keyId, keyToken } = browserSignIns.signInApp();
      return { cookie: { name, value }, key: () => ({ id: keyId, token: keyToken() }) };
    },
  };
}

/** What measures requests; nothing unless metrics or traces are on. */
const observersOf = ({ settings }: ComposeDeps, { metrics, tracing }: Services): RequestObserver[] => [
  ...(metrics.observer === null ? [] : [metrics.observer]),
  ...(settings.tracesEndpoint === null ? [] : [tracedRequests(tracing)]),
];

function composeApp(deps: ComposeDeps, services: Services, reports: Reports): Express {
  const { log, settings, rendererFolder } = deps;
  return createApp({
    endpoints: composeEndpoints(deps, services, reports),
    credentials: { key: services.keys.authenticate, token: services.connections.authenticate },
    boardAuth: services.boardAuth,
    confirm: confirmationGate(services.confirmations, namesOf(services)),
    pageKeyPages: pageKeyPages(services.pageKeys),
    signInPages: services.signInPages,
    pairingPages: services.pairingPages,
    oauthRouter: services.oauthRouter,
    guard: {
      names: settings.hostNames,
      lanOpen: settings.lanOpen,
      lanNames: services.lan.hostNames,
      refusedNames: deps.refusedNames,
      ownUrl: deps.url,
      anyOrigin: crossOriginPaths,
    },
    clock: deps.clock,
    log,
    stopping: services.closing,
    workers: services.workers,
    idempotency: services.idempotency,
    observers: observersOf(deps, services),
    baseUrl: (request) => originOf(request, settings.origin),
    ...(rendererFolder !== undefined && {
      board: {
        folder: rendererFolder,
        lastEventId: services.feed.lastId,
        callsTo: settings.live.key === null ? null : new URL(settings.live.url).origin,
      },
    }),
    validateResponses: deps.validateResponses ?? false,
    version: deps.version,
  });
}
