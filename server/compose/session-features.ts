import { randomUUID } from "node:crypto";
import type { ComposeDeps } from "../compose.ts";
import { cliService, defineCliJobs } from "../domains/agents/clis/index.ts";
import { resourceService } from "../domains/agents/process-usage/index.ts";
import { changeService } from "../domains/repositories/changes/index.ts";
import { openerService } from "../domains/repositories/editors/index.ts";
import { agentEnvironment } from "../domains/repositories/workspaces/index.ts";
import { defineForkJobs, forkService } from "../domains/sessions/forks/index.ts";
import { defineArchiveJobs } from "../domains/transcripts/archive/index.ts";
import { usageOfAgents } from "../lib/processes/index.ts";
import { composeOwnArchive } from "./agent-tools.ts";
import { composeConnectorDoor } from "./connections.ts";
import type { Core } from "./domains.ts";
import { composeElicitations } from "./elicitations.ts";
import { composeIdentity } from "./identity.ts";
import { composePlugins } from "./integrations.ts";
import { composeLan } from "./lan.ts";
import { composeNotifications } from "./notifications.ts";
import { composeOauth } from "./oauth.ts";
import { composeOverview } from "./overview.ts";
import type { Ground } from "./platform.ts";
import { composeMerging, composePullRequests } from "./pull-requests.ts";
import { composeUpkeep } from "./session-settings.ts";
import { composeSettings } from "./settings.ts";
import { composeSummaries } from "./summaries.ts";
import { composeTriggers } from "./triggers.ts";
import { composeUsage } from "./usage.ts";

/** The domains that stand around the sessions: they listen to them and add to what is known of them. */
export function composeAround(deps: ComposeDeps, ground: Ground, core: Core) {
  const { redactor, workspaces } = ground;
  const changes = changeService({
    find: core.sessions.find,
    compare: workspaces.compare,
    redact: (text) => redactor.redact(text),
  });
  const forks = forkService({ ...deps, ...core, jobs: ground.jobs, workspaces, newId: randomUUID });
  defineForkJobs(ground.jobs, forks);
  const clis = composeClis(deps, ground);
  defineArchiveJobs(ground.jobs, ground.archive);
  const inbox = composeNotifications(deps, ground, core);
  const { notifications } = inbox;
  const summaries = composeSummaries(deps, ground, core);
  const elicitations = composeElicitations(deps, ground, { ...core, notifications });
  const upkeep = composeUpkeep(deps, ground, { ...core, elicitations });
  const pullRequests = composePullRequests(deps, ground, core);
  const usage = composeUsage(deps, ground, core);
  const overview = composeOverview(deps, ground, { ...core, notifications, summaries, pullRequests, usage });
  const ownArchive = composeOwnArchive(deps, ground, core);
  const triggers = composeTriggers(deps, ground, core);
  const oauth = composeOauth(deps, ground);
  const identity = composeIdentity(deps, ground, {
    webSignIns: { of: ground.webSignIn.profileOf, end: ground.webSignIn.endAllOf },
    revokeConnection: oauth.connections.revoke,
  });
  return {
    pullRequests,
    usage,
    authorizeMerge: composeMerging(deps, core),
    ...inbox,
    connectorEndpoints: composeConnectorDoor(deps, ground, { ...core, notifications }),
    summaries,
    elicitations,
    changes,
    ...composeOnMachine(deps, ground, core),
    clis,
    forks,
    upkeep,
    overview,
    ownArchive,
    triggers,
    ...composePlugins(deps, ground, { ...core, triggers }),
    identity,
    ...oauth,
    ...composeLan(deps, ground, { ...core, ...oauth }),
    ...composeSettings(deps, ground, core),
  };
}

function composeClis({ clock }: ComposeDeps, { jobs, runtimes }: Ground) {
  const clis = cliService({ clis: runtimes, clock, queue: jobs.add });
  defineCliJobs(jobs, clis);
  return clis;
}

/** What concerns the machine that sessions work on. */
function composeOnMachine(
  { environment, settings }: ComposeDeps,
  { workspaces }: Ground,
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
