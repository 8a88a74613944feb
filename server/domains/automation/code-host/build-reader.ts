import type { Clock } from "../../../lib/clock.ts";
import { RateLimited, statusOf } from "../../../lib/github/index.ts";
import { lastResult } from "../../../lib/last-result.ts";
import {
  listOf,
  type OutsideEvents,
  type StoredCondition,
  type WatchedCondition,
} from "../triggers/index.ts";
import { branchOf, buildConditions } from "./builds.ts";
import type { FailureList, FailureTags } from "./check-reader.ts";
import type { FailedCheck } from "./failed-checks.ts";
import type { CodeHost } from "./github.ts";
import type { Branch } from "./head-reader.ts";
import { text } from "./text.ts";

export interface BuildReaderDeps {
  clock: Clock;
  events: OutsideEvents;
  host: Pick<CodeHost, "failedAtHead" | "greenAmong">;
  takeCheck(check: FailedCheck): void;
  withRetries<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result>;
}

/** A branch that cannot be read is asked for again after this. */
const hiddenMs = 3_600_000;
/** For this long each branch is read by itself after the host would not show many at once. */
const apartMs = 10 * 60_000;
const mostHeld = 1_000;

/** Reads what is red at the heads of the branches that conditions wait for. */
export function buildReader(deps: BuildReaderDeps) {
  const { events, host, clock, takeCheck, withRetries } = deps;
  const tagsOf = new Map<string, FailureTags>();
  const hiddenUntil = new Map<string, number>();
  const refusedOf = new Map<string, FailureList>();
  const watchedBranches = lastResult(branchesOf);
  let apartUntil = 0;

  /**
   * The branches of which nothing has to be read, because all is good. One that was never read is not among them: only that
   * shows what the token may not read.
   */
  async function greenOf(
    branches: readonly WatchedBranch[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<WatchedBranch>> {
    const now = clock.now();
    if (now < apartUntil && apartUntil - now <= apartMs) return new Set();
    const known = branches.filter(({ key }) => tagsOf.has(key) && !refusedOf.has(key));
    try {
      return new Set(await host.greenAmong(known, signal));
    } catch (error) {
      if (signal.aborted || error instanceof RateLimited) throw error;
      apartUntil = now + apartMs;
      return new Set();
    }
  }

  async function read(branch: WatchedBranch, signal: AbortSignal): Promise<void> {
    const { repository, key } = branch;
    const query = { repository, branch: branch.name, tags: tagsOf.get(key) ?? {} };
    const { checks, tags, refused } = await withRetries(signal, () => host.failedAtHead(query, signal));
    for (const check of checks) takeCheck(check);
    tagsOf.set(key, tags);
    if (refused === null) refusedOf.delete(key);
    else refusedOf.set(key, refused);
    events.polled(branch.conditionIds, clock.now());
  }

  /** Why this branch is not watched, or not wholly; null if it is. */
  function problemOf(repository: string, branch: string): string | null {
    const key = keyOf(repository, branch);
    if (hiddenUntil.has(key)) return text.unseenBranch(branch, repository);
    const refused = refusedOf.get(key);
    return refused === undefined ? null : text.refusedList(refused, repository);
  }

  return {
    async readAll(hidden: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
      const now = clock.now();
      for (const held of [tagsOf, refusedOf]) if (held.size > mostHeld) held.clear();
      for (const [key, until] of hiddenUntil)
        if (until <= now || until - now > hiddenMs) hiddenUntil.delete(key);
      const branches = watchedBranches(buildConditions(events)).filter(
        ({ repository, key }) => !hidden.has(repository.toLowerCase()) && !hiddenUntil.has(key),
      );
      const green = await greenOf(branches, signal);
      for (const branch of branches) {
        try {
          if (green.has(branch)) events.polled(branch.conditionIds, clock.now());
          else await read(branch, signal);
        } catch (error) {
          // Without the branch or the repository; the others can be read.
          if (statusOf(error) !== 404 && statusOf(error) !== 422) throw error;
          hiddenUntil.set(branch.key, now + hiddenMs);
        }
      }
    },

    problemOf({ configuration }: Pick<StoredCondition, "configuration">): string | null {
      const branch = branchOf(configuration);
      const problems = listOf(configuration, "repos").map((name) => problemOf(name, branch));
      return problems.find((problem) => problem !== null) ?? null;
    },
  };
}

interface WatchedBranch extends Branch {
  key: string;
  conditionIds: number[];
}

const keyOf = (repository: string, branch: string): string => `${repository.toLowerCase()} ${branch}`;

/** Each branch once, with the conditions that wait for it. */
function branchesOf(conditions: readonly WatchedCondition[]): WatchedBranch[] {
  const branches = new Map<string, WatchedBranch>();
  for (const { id, configuration } of conditions)
    for (const repository of listOf(configuration, "repos")) {
      const name = branchOf(configuration);
      const key = keyOf(repository, name);
      const held = branches.get(key) ?? { key, repository, name, conditionIds: [] };
      held.conditionIds.push(id);
      branches.set(key, held);
    }
  return [...branches.values()];
}
