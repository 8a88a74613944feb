import type { Request } from "express";
import { apiKeyRoutes } from "../domains/access/api-keys/index.ts";
import { browserSignInRoutes } from "../domains/access/browser-sign-ins/index.ts";
import { identityRoutes } from "../domains/access/identity/index.ts";
import { pageKeyRoutes } from "../domains/access/page-keys/index.ts";
import { browserName, webSignInRoutes } from "../domains/access/web-sign-in/index.ts";
import { accountRoutes } from "../domains/agents/accounts/index.ts";
import { modelRoutes } from "../domains/agents/models/index.ts";
import { chatRoutes } from "../domains/automation/chat/index.ts";
import { reprioritizingRoutes } from "../domains/automation/reprioritizing/index.ts";
import { triggerRoutes } from "../domains/automation/triggers/index.ts";
import { webhookRoutes } from "../domains/automation/webhooks/index.ts";
import { notificationRoutes, preferenceRoutes } from "../domains/inbox/notifications/index.ts";
import { type Holder, pushRoutes } from "../domains/inbox/push/index.ts";
import { diagnosticRoutes } from "../domains/installation/diagnostics/index.ts";
import { healthRoutes } from "../domains/installation/health/index.ts";
import { maintenanceRoutes } from "../domains/installation/maintenance/index.ts";
import { metricRoutes } from "../domains/installation/metrics/index.ts";
import { liveConversationRoutes } from "../domains/live/conversations/index.ts";
import { liveSettingRoutes } from "../domains/live/settings/index.ts";
import { outcomeRoutes } from "../domains/outcomes/analyses/index.ts";
import { gateDecisionRoutes } from "../domains/outcomes/gate-decisions/index.ts";
import { goalReportRoutes } from "../domains/outcomes/goal-reports/index.ts";
import { confirmationRoutes } from "../domains/owner/confirmations/index.ts";
import { modelRateRoutes } from "../domains/pricing/model-rates/index.ts";
import { artifactRoutes } from "../domains/review/artifacts/index.ts";
import { changeRoutes } from "../domains/review/changes/index.ts";
import { openerRoutes } from "../domains/review/editors/index.ts";
import { pullRequestRoutes } from "../domains/review/pull-requests/index.ts";
import { spotPolicyRoutes } from "../domains/scheduling/admission/index.ts";
import { topUpRoutes } from "../domains/scheduling/fleet-top-up/index.ts";
import { fuelRoutes, fuelService } from "../domains/scheduling/fuel/index.ts";
import { genesisClassRoutes } from "../domains/scheduling/genesis-classes/index.ts";
import { inferenceRoutes, inferenceService } from "../domains/scheduling/inference/index.ts";
import { spotQueueRoutes } from "../domains/scheduling/queue/index.ts";
import { backlogRoutes } from "../domains/scheduling/work-backlog/index.ts";
import { categoryRoutes } from "../domains/sessions/categories/index.ts";
import { elicitationRoutes } from "../domains/sessions/elicitations/index.ts";
import { hierarchyRoutes } from "../domains/sessions/hierarchy/index.ts";
import { sessionLogRoutes } from "../domains/sessions/logs/index.ts";
import { type SessionService, sessionRoutes } from "../domains/sessions/sessions/index.ts";
import { usedRepositories } from "../domains/sessions/sessions/queries.ts";
import { sessionSettingsRoutes } from "../domains/sessions/settings/index.ts";
import { sessionStateRoutes } from "../domains/sessions/states/index.ts";
import { archiveRoutes } from "../domains/surfaces/archive/index.ts";
import { boardRoutes } from "../domains/surfaces/board/index.ts";
import { configRoutes } from "../domains/surfaces/configs/index.ts";
import { overviewRoutes } from "../domains/surfaces/overview/index.ts";
import { forkRoutes } from "../domains/transcripts/forks/index.ts";
import { subagentRoutes } from "../domains/transcripts/subagents/index.ts";
import { summaryRoutes } from "../domains/transcripts/summaries/index.ts";
import { transcriptRoutes } from "../domains/transcripts/transcripts/index.ts";
import { commandRoutes } from "../domains/turns/commands/index.ts";
import { resourceRoutes } from "../domains/turns/process-usage/index.ts";
import { messageRoutes, turnRoutes } from "../domains/turns/turns/index.ts";
import { budgetRoutes } from "../domains/usage/budgets/index.ts";
import { usageRoutes } from "../domains/usage/calls/index.ts";
import { costRoutes } from "../domains/usage/costs/index.ts";
import { ledgerRoutes } from "../domains/usage/ledger/index.ts";
import { foreignOwnerRoutes } from "../domains/workspace/foreign-owners/index.ts";
import { sandboxRoutes } from "../domains/workspace/sandboxes/index.ts";
import { repositoryTrustRoutes } from "../domains/workspace/trust/index.ts";
import { cameFromLan } from "../http/guard.ts";
import type { Endpoint } from "../http/mount.ts";
import { isWithin } from "../lib/is-within.ts";
import type { ComposeDeps, Services } from "./deps.ts";
import { gitPushEndpoints } from "./git-pushes.ts";
import type { Reports } from "./health.ts";
import { integrationEndpoints } from "./integrations.ts";
import { composeMcp } from "./mcp.ts";
import { settingsEndpoints } from "./settings.ts";

/** Every operation of the service. */
export function composeEndpoints(deps: ComposeDeps, parts: Services, reports: Reports): Endpoint[] {
  const { sessions, turns, messages, workspaces } = parts;
  const resolve = (reference: string): number => sessions.find(reference).id;
  const { health, reporter, about, diagnostics } = reports;
  const served = [
    ...healthRoutes(health, reporter, about),
    ...metricRoutes(parts.metrics, reporter),
    ...diagnosticRoutes(diagnostics),
    ...maintenanceRoutes(parts),
    ...sessionRoutes({
      sessions,
      remove: (reference) => turns.remove(reference),
      settle: parts.workspaces.settleSoon,
      note: (id, text) => parts.sessionLog.note(id, "info", text),
      onPatched: parts.spotQueue.onPatched,
    }),
    ...overviewRoutes(parts.overview),
    ...hierarchyRoutes(parts.hierarchy),
    ...turnRoutes(turns),
    ...commandRoutes(parts.commands),
    ...messageRoutes({ messages, turns, resolve }),
    ...sessionSettingsRoutes(parts.settings),
    ...categoryRoutes(parts.categories),
    ...sessionLogRoutes(parts.logs, resolve),
    ...sessionStateRoutes(parts.states, resolve),
    ...elicitationRoutes(parts.elicitations),
    ...subagentRoutes(parts.subagents),
    ...transcriptEndpoints(parts),
    ...archiveRoutes(parts.archive),
    ...changeRoutes(parts.changes, {
      pullRequests: (reference) => parts.pullRequests.ofSession(resolve(reference)),
    }),
    ...artifactRoutes({
      find: sessions.find,
      messages,
      transcripts: parts.largeReads,
      scratchOf: workspaces.scratch,
      redact: parts.redactor.redact,
    }),
    ...repositoryTrustRoutes(parts.repositoryTrust),
    ...foreignOwnerRoutes(parts.foreignOwners),
    ...sandboxRoutes(parts.repositorySandboxes),
    ...openerRoutes(parts.openers),
    ...resourceRoutes(parts.resources),
    ...settingsEndpoints(parts),
    ...forkRoutes(parts.forks),
    ...gitPushEndpoints(deps, parts),
    ...pullRequestRoutes({ ...parts, resolve }),
    ...spendingRoutes(parts),
    ...summaryRoutes(parts.summaries),
    ...notificationRoutes(parts.notifications, (sessionId) =>
      parts.agentLimits.spend(sessionId, "notification"),
    ),
    ...preferenceRoutes(parts.preferences),
    ...pushRoutes(parts.push, { browserName, holderOf: (request) => holderOf(parts, request) }),
    ...schedulingEndpoints(deps, parts),
    ...outcomeEndpoints(parts),
    ...liveSettingRoutes(parts.liveSettings),
    ...liveConversationRoutes(parts.live),
    ...triggerRoutes(parts.triggers, {
      channels: parts.chat.channels,
      bridgeChats: parts.chatBridge.chats,
    }),
    ...chatRoutes(parts.chat),
    ...webhookRoutes(parts.webhooks),
    ...integrationEndpoints(deps, parts),
    ...accessEndpoints(deps, parts),
    ...parts.connectorEndpoints,
    ...accountRoutes(parts.accounts),
    ...modelRoutes(parts.models),
    ...configRoutes({
      ...parts,
      defaultRuntime: parts.defaults.forSessions.runtime,
      usedRepositories: () => repositoriesOfSessions(deps, parts),
    }),
    ...boardEndpoints(deps, parts),
  ];
  return [...served, ...composeMcp(deps, parts, served)];
}

const mostRepositories = 100;

/** Without those of the data folder, such as the demo's. */
const repositoriesOfSessions = ({ database, settings }: ComposeDeps, { repositoryTrust }: Services) =>
  usedRepositories(database.sql, mostRepositories)
    .filter((gitRoot) => !isWithin(gitRoot, settings.dataFolder))
    .map((gitRoot) => ({ gitRoot, trusted: repositoryTrust.of(gitRoot).trusted }));

/** Who may use the service, and what of it. */
const accessEndpoints = (deps: ComposeDeps, parts: Services): Endpoint[] => [
  ...apiKeyRoutes(parts.keys),
  ...identityRoutes({ ...parts, commandLine: deps.commandLine }),
  ...webSignInRoutes(parts.webSignIn),
  ...browserSignInRoutes(parts.browserSignIns),
  ...pageKeyRoutes(parts.pageKeys, deps.clock),
  ...confirmationRoutes(parts.confirmations, parts.closing),
  ...parts.oauthEndpoints,
  ...parts.lanEndpoints,
];

const boardEndpoints = ({ version, settings }: ComposeDeps, parts: Services): Endpoint[] =>
  boardRoutes({
    feed: parts.feed,
    version,
    openTo: settings.boardOpenTo,
    activities: parts.activity.all,
    counts: () => countByStatus(parts.sessions),
    workspaces: parts.workspaces,
    closing: parts.closing,
    onSignedOut: parts.onSignedOut,
  });

const transcriptEndpoints = ({ largeReads, sessions, mcpApps }: Services): Endpoint[] =>
  transcriptRoutes({
    transcripts: largeReads,
    resolve(reference) {
      const { id, agentRuntime } = sessions.find(reference);
      return { id, runtime: agentRuntime };
    },
    showsApps: mcpApps.shows,
  });

const schedulingEndpoints = ({ clock }: ComposeDeps, parts: Services): Endpoint[] => [
  ...inferenceRoutes(inferenceService(parts)),
  ...fuelRoutes(fuelService({ ...parts, clock })),
  ...spotPolicyRoutes(parts.admission),
  ...genesisClassRoutes(parts.genesisClasses),
  ...spotQueueRoutes(parts.spotQueue),
  ...backlogRoutes(parts.backlog),
  ...topUpRoutes(parts.topUp),
  ...reprioritizingRoutes(parts.reprioritizing),
];

const outcomeEndpoints = (parts: Services): Endpoint[] => [
  ...gateDecisionRoutes(parts.gateDecisions),
  ...outcomeRoutes(parts.outcomes),
  ...goalReportRoutes(parts.goalReport),
];

/** The sign-in or connection behind a browser's request; null if the board needs none. */
function holderOf({ knownDevices, webSignIn }: Services, request: Request): Holder {
  const grantId = cameFromLan(request)
    ? knownDevices.access.authenticator.actorOf(request)?.grantId
    : undefined;
  if (grantId !== undefined) return { kind: "connection", id: grantId };
  const id = webSignIn.signInOf(request);
  return id === null ? null : { kind: "sign_in", id };
}

export function countByStatus(sessions: SessionService) {
  const counts = { running: 0, waiting: 0, needs_input: 0, failed: 0 };
  for (const { status, count } of sessions.statusCounts()) if (status !== "archived") counts[status] = count;
  return counts;
}

/** What calls to models cost, and the limits on it. */
const spendingRoutes = (parts: Services): Endpoint[] => [
  ...usageRoutes(parts.usage),
  ...ledgerRoutes(parts.ledger),
  ...costRoutes(parts.costs),
  ...budgetRoutes(parts.budgets),
  ...modelRateRoutes(parts.modelRates),
];
