import type { CatalogService } from "../domains/agents/catalog/index.ts";
import { reprioritizingService } from "../domains/automation/reprioritizing/index.ts";
import {
  type FleetTopUpService,
  fleetTopUpService,
  type QuotaEvents,
  quotaEvents,
  registerTopUpJobs,
} from "../domains/scheduling/fleet-top-up/index.ts";
import { type BacklogService, backlogService } from "../domains/scheduling/work-backlog/index.ts";
import { repositoryAddress } from "../domains/workspace/trust/index.ts";
import { Refusal } from "../lib/errors.ts";
import type { ComposeDeps, Core, Platform, SessionFeatures } from "./deps.ts";

type Parts = Core & Pick<SessionFeatures, "triggers">;

/** Work that waits to be started, and what starts it while there is room. */
export function composeScheduling(
  deps: ComposeDeps,
  platform: Platform,
  parts: Parts,
): Pick<SessionFeatures, "backlog" | "topUp" | "reprioritizing"> {
  const backlog = composeBacklog(deps, platform, { ...parts, changed: () => topUp.onChanged() });
  const topUp = composeTopUp(deps, platform, { ...parts, backlog });
  const quota = composeQuotaEvents(deps, platform, parts);
  parts.admission.onPassed(() => {
    quota.observe();
    topUp.onChanged();
  });
  const reprioritizing = reprioritizingService({
    database: deps.database,
    settings: platform.appSettings,
    sessions: parts.sessions,
    triggers: parts.triggers,
    root: deps.settings.quickRouterRoot,
  });
  return { backlog, topUp, reprioritizing };
}

function composeBacklog(
  { database, clock, log }: ComposeDeps,
  { catalog }: Platform,
  { sessions, feed, changed }: Core & { changed(): void },
): BacklogService {
  return backlogService({
    database,
    clock,
    log,
    sessions,
    hasRoot: (name) => rootNamed(catalog, name),
    rootOf: (gitRoot) => rootOf(catalog, gitRoot),
    changed() {
      feed.workBacklog();
      changed();
    },
  });
}

function composeTopUp(
  { database, clock, log }: ComposeDeps,
  { accounts, appSettings, jobs, runtimes }: Platform,
  { admission, backlog, triggers }: Parts & { backlog: BacklogService },
): FleetTopUpService {
  const event = "no_sessions_in_progress";
  const topUp = fleetTopUpService({
    database,
    clock,
    log,
    settings: appSettings,
    jobs,
    fleet: {
      occupied: () => admission.store.occupied(0),
      queueSize: admission.store.queueSize,
      held() {
        const { verdict, detail } = admission.decide({ candidate: null });
        return verdict.allowed ? null : detail;
      },
      serves: () => accounts.quota.serves(runtimes[0]?.id ?? ""),
    },
    backlog,
    events: {
      hasListener: () => triggers.hasSystemListener(event),
      announce: ({ sentence, at, headroom }) =>
        triggers.onSystemEvent({ event, key: String(at), sentence, variables: { number: headroom } }),
    },
  });
  registerTopUpJobs(jobs, topUp);
  return topUp;
}

function composeQuotaEvents(
  { database, clock, log }: ComposeDeps,
  { accounts, runtimes }: Platform,
  { admission, triggers }: Parts,
): QuotaEvents {
  return quotaEvents({
    database,
    clock,
    log,
    runtimes: runtimes.map(({ id }) => id),
    serves: accounts.quota.serves,
    isHeld(agentRuntime) {
      const candidate = {
        id: 0,
        agentRoot: null,
        agentRuntime,
        model: "",
        schedulingClass: "spot",
        genesis: "unknown",
      } as const;
      const { reason } = admission.decide({ candidate, quotaOnly: true }).verdict;
      return reason === "unavailable" || reason === "unread" ? null : reason === "at_utilization_limit";
    },
    announce: ({ sentence, runtime, at }) =>
      triggers.onSystemEvent({
        event: "quota_available",
        key: `${runtime}:${at}`,
        sentence,
        variables: { title: runtime },
      }),
  });
}

/** A name that several files have counts as known; starting the item reports it. */
function rootNamed(catalog: CatalogService, name: string): boolean {
  try {
    return catalog.current().findRoot(name) !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** The first agent root, by name, that works on the whole of the repository at this address, or on a part of it. */
function rootOf(catalog: CatalogService, gitRoot: string): string | null {
  const wanted = repositoryAddress(gitRoot).toLowerCase();
  const fitting = [...catalog.current().roots.byQualified.values()].filter(
    ({ definition }) =>
      definition.gitRoot !== null && repositoryAddress(definition.gitRoot).toLowerCase() === wanted,
  );
  const isPart = ({ definition }: (typeof fitting)[number]): number => (definition.subdirectory ? 1 : 0);
  const [root] = fitting.toSorted((a, b) => isPart(a) - isPart(b) || a.name.localeCompare(b.name));
  return root?.name ?? null;
}
