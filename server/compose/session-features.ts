import { randomUUID } from "node:crypto";
import type { ComposeDeps } from "../compose.ts";
import { cliService, registerCliJobs } from "../domains/agents/clis/index.ts";
import { resourceService } from "../domains/agents/process-usage/index.ts";
import { changeService } from "../domains/repositories/changes/index.ts";
import { openerService } from "../domains/repositories/editors/index.ts";
import { agentEnvironment } from "../domains/repositories/workspaces/index.ts";
import { forkService, registerForkJobs } from "../domains/sessions/forks/index.ts";
import { registerArchiveJobs } from "../domains/transcripts/archive/index.ts";
import { usageOfAgents } from "../lib/processes/index.ts";
import { composeSelfArchive } from "./agent-tools.ts";
import { composeConnectorEndpoints } from "./connections.ts";
import type { Core } from "./domains.ts";
import { composeElicitations } from "./elicitations.ts";
import { composeIdentity } from "./identity.ts";
import { composeIntegrations } from "./integrations.ts";
import { composeLan } from "./lan.ts";
import { composeNotifications } from "./notifications.ts";
import { composeOauth } from "./oauth.ts";
import { composeOverview } from "./overview.ts";
import type { Platform } from "./platform.ts";
import { composeMerging, composePullRequests } from "./pull-requests.ts";
import { composeSessionSettings } from "./session-settings.ts";
import { composeSettings } from "./settings.ts";
import { composeSummaries } from "./summaries.ts";
import { composeTriggers } from "./triggers.ts";
import { composeUsage } from "./usage.ts";

/** The domains that stand around the sessions: they listen to them and add to what is known of them. */
export function composeSessionFeatures(deps: ComposeDeps, platform: Platform, core: Core) {
  const { redactor, workspaces } = platform;
  const changes = changeService({
    find: core.sessions.find,
    compare: workspaces.compare,
    redact: (text) => redactor.redact(text),
  });
  const forks = forkService({ ...deps, ...core, jobs: platform.jobs, workspaces, newId: randomUUID });
  registerForkJobs(platform.jobs, forks);
  const clis = composeClis(deps, platform);
  registerArchiveJobs(platform.jobs, platform.archive);
  const inbox = composeNotifications(deps, platform, core);
  const { notifications } = inbox;
  const summaries = composeSummaries(deps, platform, core);
  const elicitations = composeElicitations(deps, platform, { ...core, notifications });
  const upkeep = composeSessionSettings(deps, platform, { ...core, elicitations });
  const pullRequests = composePullRequests(deps, platform, core);
  const usage = composeUsage(deps, platform, core);
  const overview = composeOverview(deps, platform, {
    ...core,
    notifications,
    summaries,
    pullRequests,
    usage,
  });
  const ownArchive = composeSelfArchive(deps, platform, core);
  const triggers = composeTriggers(deps, platform, core);
  const oauth = composeOauth(deps, platform);
  const identity = composeIdentity(deps, platform, {
    webSignIns: { of: platform.webSignIn.profileOf, end: platform.webSignIn.endAllOf },
    revokeConnection: oauth.connections.revoke,
  });
  return {
    pullRequests,
    usage,
    authorizeMerge: composeMerging(deps, core),
    ...inbox,
    connectorEndpoints: composeConnectorEndpoints(deps, platform, { ...core, notifications }),
    summaries,
    elicitations,
    changes,
    ...composeOnMachine(deps, platform, core),
    clis,
    forks,
    upkeep,
    overview,
    ownArchive,
    triggers,
    ...composeIntegrations(deps, platform, { ...core, triggers }),
    identity,
    ...oauth,
    ...composeLan(deps, platform, { ...core, ...oauth }),
    ...composeSettings(deps, platform, core),
  };
}

function composeClis({ clock }: ComposeDeps, { jobs, runtimes }: Platform) {
  const clis = cliService({ clis: runtimes, clock, queue: jobs.add });
  registerCliJobs(jobs, clis);
  return clis;
}

/** What concerns the machine that sessions work on. */
function composeOnMachine(
  { environment, settings }: ComposeDeps,
  { workspaces }: Platform,
  { sessions }: Core,
) {
  return {
    openers: openerService({
      find: sessions.find,
      configured: settings.openers,
      environment: agentEnvironment(environment, {}),
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
