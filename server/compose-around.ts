import { randomUUID } from "node:crypto";
import type { ComposeDeps } from "./compose.ts";
import type { Core } from "./compose-domains.ts";
import { composeElicitations } from "./compose-elicitations.ts";
import type { Ground } from "./compose-ground.ts";
import { composeNotifications } from "./compose-notifications.ts";
import { composeOverview } from "./compose-overview.ts";
import { composeMerging, composePullRequests } from "./compose-pull-requests.ts";
import { composeOwnArchive } from "./compose-self.ts";
import { composeSummaries } from "./compose-summaries.ts";
import { composeUpkeep } from "./compose-upkeep.ts";
import { changeService } from "./domains/changes/index.ts";
import { cliService, defineCliJobs } from "./domains/clis/index.ts";
import { defineForkJobs, forkService } from "./domains/forks/index.ts";
import { defineArchiveJobs } from "./domains/transcript-archive/index.ts";

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
  const notifications = composeNotifications(deps, ground, core);
  const summaries = composeSummaries(deps, ground, core);
  const elicitations = composeElicitations(deps, ground, { ...core, notifications });
  const upkeep = composeUpkeep(deps, ground, core);
  const overview = composeOverview(deps, core, { notifications, summaries });
  const ownArchive = composeOwnArchive(deps, ground, core);
  const pullRequests = composePullRequests(deps, ground, core);
  return {
    pullRequests,
    authorizeMerge: composeMerging(deps, core),
    notifications,
    summaries,
    elicitations,
    changes,
    clis,
    forks,
    upkeep,
    overview,
    ownArchive,
  };
}

function composeClis({ clock }: ComposeDeps, { jobs, runtimes }: Ground) {
  const clis = cliService({ clis: runtimes, clock, queue: jobs.add });
  defineCliJobs(jobs, clis);
  return clis;
}
