import { randomUUID } from "node:crypto";
import { cliService, registerCliJobs } from "../domains/agents/clis/index.ts";
import { changeService } from "../domains/review/changes/index.ts";
import { openerService } from "../domains/review/editors/index.ts";
import { agentLimitService } from "../domains/sessions/agent-limits/index.ts";
import { categoryService } from "../domains/sessions/categories/index.ts";
import { registerArchiveJobs } from "../domains/surfaces/archive/index.ts";
import { forkService, registerForkJobs } from "../domains/transcripts/forks/index.ts";
import { resourceService } from "../domains/turns/process-usage/index.ts";
import { programEnvironment } from "../domains/workspace/workspaces/index.ts";
import { usageOfAgents } from "../lib/processes/index.ts";
import { composeSelfArchive } from "./agent-tools.ts";
import { composeAttention } from "./attention.ts";
import { commandAnswers } from "./command-answers.ts";
import { composeConnectorEndpoints } from "./connections.ts";
import type { ComposeDeps, Core, Platform, SessionFeatures } from "./deps.ts";
import { composeElicitations } from "./elicitations.ts";
import { composeGitPushes } from "./git-pushes.ts";
import { composeIdentity } from "./identity.ts";
import { composeIntegrations } from "./integrations.ts";
import { composeLan } from "./lan.ts";
import { composeLive } from "./live.ts";
import { composeNotifications } from "./notifications.ts";
import { composeOauth } from "./oauth.ts";
import { composeOutcomes } from "./outcomes.ts";
import { composeOverview } from "./overview.ts";
import { composeMerging, composePullRequests } from "./pull-requests.ts";
import { composeScheduling } from "./scheduling.ts";
import { composeSessionSettings } from "./session-settings.ts";
import { composeSettings } from "./settings.ts";
import { composeSummaries } from "./summaries.ts";
import { composeTriggers } from "./triggers.ts";
import { composeUsage } from "./usage.ts";
import { composeWebhooks } from "./webhooks.ts";

/** Services that read sessions, listen to them or act on them, in order of dependence. */
export function composeSessionFeatures(deps: ComposeDeps, platform: Platform, core: Core): SessionFeatures {
  const inbox = composeNotifications(deps, platform, core);
  const { notifications, announcements } = inbox;
  const agentLimits = agentLimitService({ clock: deps.clock, sessionLog: core.sessionLog });
  const { titles, summaries, smallModel } = composeSummaries(deps, platform, core);
  const { pullRequests, pullRequestNotices } = composePullRequests(deps, platform, core);
  const changes = changeService({
    find: core.sessions.find,
    compare: platform.workspaces.compare,
    redact: (text) => platform.redactor.redact(text),
  });
  const attention = composeAttention(deps, platform, {
    ...core,
    pullRequests,
    changes,
    smallModel,
    notifications,
  });
  const elicitations = composeElicitations(deps, platform, {
    ...core,
    agentLimits,
    notifications,
    attention,
  });
  core.agentAsking.open(elicitations.askForAgent);
  const spending = composeUsage(deps, platform, { ...core, notifications, announcements });
  const { usage } = spending;
  const { triggers, codeHost, chat, chatBridge } = composeTriggers(deps, platform, {
    ...core,
    sessionOfIssue: pullRequests.sessionOfIssue,
  });
  const settings = composeSessionSettings(deps, platform, { ...core, elicitations, attention });
  core.commands.answerWith(commandAnswers(core, { settings, usage }));
  const oauth = composeOauth(deps, platform);
  registerArchiveJobs(platform.jobs, platform.archive);
  return {
    ...inbox,
    agentLimits,
    titles,
    summaries,
    elicitations,
    pullRequests,
    pullRequestNotices,
    authorizeMerge: composeMerging(deps, core),
    ...spending,
    triggers,
    chat,
    chatBridge,
    webhooks: composeWebhooks(deps, platform, { codeHost, chat, pullRequests }),
    ...composeScheduling(deps, platform, { ...core, triggers }),
    ...composeOutcomes(deps, platform, core),
    ...oauth,
    attention,
    categories: categoryService({
      ...deps,
      ...core,
      settings: platform.appSettings,
      changed: core.feed.categories,
    }),
    changes,
    forks: composeForks(deps, platform, core),
    gitPushes: composeGitPushes(deps, platform, core),
    settings,
    overview: composeOverview(deps, platform, { ...core, notifications, summaries, pullRequests, usage }),
    ownSessionArchiving: composeSelfArchive(deps, platform, core),
    connectorEndpoints: composeConnectorEndpoints(deps, platform, { ...core, notifications }),
    identity: composeIdentity(deps, platform, {
      webSignIns: { of: platform.webSignIn.profileOf, end: platform.webSignIn.endAllOf },
      revokeConnection: oauth.connections.revoke,
    }),
    clis: composeClis(deps, platform),
    ...composeOnMachine(deps, platform, core),
    ...composeIntegrations(deps, platform, { ...core, triggers }),
    ...composeLan(deps, platform, { ...core, ...oauth }),
    ...composeLive(deps, platform, core),
    ...composeSettings(deps, platform, core),
  };
}

function composeForks(deps: ComposeDeps, { jobs, workspaces, diskSpace }: Platform, core: Core) {
  const forks = forkService({
    ...deps,
    ...core,
    jobs,
    workspaces,
    newId: randomUUID,
    admit: diskSpace.admit,
  });
  registerForkJobs(jobs, forks);
  return forks;
}

function composeClis({ clock }: ComposeDeps, { jobs, runtimes }: Platform) {
  const clis = cliService({ clis: runtimes, clock, jobs });
  registerCliJobs(jobs, clis);
  return clis;
}

/** Services about the machine that sessions run on. */
function composeOnMachine(
  { personEnvironment, settings }: ComposeDeps,
  { workspaces }: Platform,
  { sessions }: Core,
) {
  return {
    openers: openerService({
      find: sessions.find,
      configured: settings.editors,
      environment: programEnvironment(personEnvironment, {}),
    }),
    resources: resourceService({
      find(reference) {
        const { id, status } = sessions.find(reference);
        return { id, underWay: status === "running" };
      },
      usage: (id) => usageOfAgents({ markerPrefix: workspaces.marker(id) }),
    }),
  };
}
