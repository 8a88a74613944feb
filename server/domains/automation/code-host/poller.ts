import type { Clock } from "../../../lib/clock.ts";
import type { Skew } from "../../../lib/clock-skew.ts";
import { RateLimited, statusOf } from "../../../lib/github/index.ts";
import { instant } from "../../../lib/instant.ts";
import { lastResult } from "../../../lib/last-result.ts";
import type { Logger } from "../../../lib/logger.ts";
import { isWaiting } from "../../../lib/waiting.ts";
import { kindOf, listOf, type OutsideEvents, type StoredCondition } from "../triggers/index.ts";
import { buildReader } from "./build-reader.ts";
import { buildConditions } from "./builds.ts";
import type { FailedCheck } from "./failed-checks.ts";
import { type Changes, type CodeHost, repositoriesAtOnce } from "./github.ts";
import type { Item } from "./items.ts";
import { type Matching, watchedConditions } from "./matching.ts";
import { repositoryNames } from "./repository-names.ts";
import { passIntervalMs, type SearchScope, searchScopes } from "./search-scopes.ts";
import type { CursorStore } from "./store.ts";
import { text } from "./text.ts";

export interface PollerDeps {
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  events: OutsideEvents;
  host: CodeHost;
  /** Requests sent so far. */
  sent(): number;
  /** Waits between two tries; ends early when the service stops. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The host's search may know of a change this much later. */
const overlapMs = 30 * 60_000;
/** Searches begin at full steps of this, so that the same one is asked again and the host can say that nothing changed. */
const stepMs = 10 * 60_000;
const retriesMs = [1_000, 3_000];
const incompleteRetriesMs = [500, 1_500];
/** After this many passes in a row with an incomplete answer, it is said. */
const incompleteLimit = 5;
const hourMs = 3_600_000;

/** Reads what changed on the code host, pass by pass, and compares it with the conditions. */
export function codeHostPoller(
  deps: PollerDeps,
  cursors: CursorStore,
  parts: { matching: Matching; takeCheck(check: FailedCheck): void; skew: Skew },
) {
  const { clock, log, events, host } = deps;
  const { matching, skew } = parts;
  const etags = new Map<string, string>();
  const names = repositoryNames(deps);
  const { withRetries, search } = patientSearch(deps, { etags, nameNow: names.nameNow });
  const trouble = hostTrouble(log);
  const scopesOf = lastResult(searchScopes);
  const builds = buildReader({ ...deps, takeCheck: parts.takeCheck, withRetries });
  let nextAt = 0;
  let incomplete = 0;

  async function take(item: Item, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    try {
      await matching.take(item, (labels) => withRetries(signal, () => host.labeledAt(item, labels, signal)));
    } catch (error) {
      // The search can still show what was deleted or moved.
      if (statusOf(error) !== 404 && statusOf(error) !== 410) throw error;
    }
  }

  async function read(scope: SearchScope, signal: AbortSignal): Promise<void> {
    const since = sinceOf(scope, { cursors, skew });
    const changes = await search(scope, since, signal);
    skew.measured(changes.hostNow - clock.now());
    if (changes.kind === "items") {
      for (const item of await names.asNamed(scope, changes.items, signal)) await take(item, signal);
      if (changes.isIncomplete) return void incomplete++;
      const last = changes.items.at(-1)?.updatedAt ?? since;
      const readTo = changes.hasMore ? last : wholeStep(changes.hostNow - overlapMs);
      for (const repository of scope.since.keys()) cursors.set(scope.target, repository, readTo);
      if (changes.etag === undefined || changes.hasMore) etags.delete(keyOf(scope, since));
      else etags.set(keyOf(scope, since), changes.etag);
    }
    events.polled(scope.conditionIds, clock.now());
  }

  /** Resolves to what keeps some of it from being read; null if nothing does. */
  async function readAll(signal: AbortSignal): Promise<string | null> {
    const scopes = scopesOf(watchedConditions(events), repositoriesAtOnce, names.hidden());
    if (etags.size > 200) etags.clear();
    const before = incomplete;
    let refused: string | null = null;
    for (const scope of scopes) {
      try {
        await read(scope, signal);
      } catch (error) {
        if (statusOf(error) !== 422) throw error;
        if (!(await names.lookUp(scope.repositories, signal))) refused = hostProblem(error);
      }
    }
    if (incomplete === before) incomplete = 0;
    await builds.readAll(names.hidden(), signal);
    return refused ?? (incomplete >= incompleteLimit ? text.incomplete : null);
  }

  return {
    /** Job: reads what changed, unless it is too early after the last pass or the rate limit is used up. */
    async poll(signal: AbortSignal): Promise<void> {
      const now = clock.now();
      const isEarly = [nextAt, trouble.until()].some((until) => isWaiting(until, now));
      if (isEarly || (watchedConditions(events).length === 0 && buildConditions(events).length === 0)) return;
      const before = deps.sent();
      try {
        trouble.set(await readAll(signal));
      } catch (error) {
        if (signal.aborted) return;
        trouble.failed(error);
      }
      nextAt = now + Math.min(passIntervalMs(deps.sent() - before), hourMs) - 1_000;
    },

    /** Why a condition does not fire at present; null if it does. */
    problemOf(condition: StoredCondition): string | null {
      const problem = trouble.now();
      if (problem !== null) return problem;
      const repositories = listOf(condition.configuration, "repos");
      const unseen = repositories.find((repository) => names.hidden().has(repository.toLowerCase()));
      if (unseen !== undefined) return text.unseen(unseen);
      return kindOf(condition.conditionType) === "code_host_check" ? builds.problemOf(condition) : null;
    },
  };
}

/** Searches that are asked again after a failure or an incomplete answer. */
function patientSearch(
  { host, wait }: Pick<PollerDeps, "host" | "wait">,
  { etags, nameNow }: { etags: ReadonlyMap<string, string>; nameNow(repository: string): string },
) {
  async function withRetries<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> {
    for (const ms of retriesMs) {
      try {
        return await ask();
      } catch (error) {
        const status = statusOf(error) ?? 0;
        const isFinal = status >= 400 && status < 500 && status !== 408;
        if (signal.aborted || error instanceof RateLimited || isFinal) throw error;
        await wait(ms, signal);
      }
    }
    return ask();
  }

  async function search(scope: SearchScope, since: number, signal: AbortSignal): Promise<Changes> {
    const repositories = [...new Set(scope.repositories.map(nameNow))];
    const query = { target: scope.target, repositories, since };
    const ask = () =>
      withRetries(signal, () => host.changes({ ...query, etag: etags.get(keyOf(scope, since)) }, signal));
    let changes = await ask();
    for (const ms of incompleteRetriesMs) {
      if (changes.kind !== "items" || !changes.isIncomplete) break;
      await wait(ms, signal);
      changes = await ask();
    }
    return changes;
  }

  return { withRetries, search };
}

/** Why the host cannot be read, as a sentence. */
export function hostProblem(error: unknown): string {
  if (error instanceof RateLimited) return text.limited(instant(error.until));
  if (statusOf(error) === 401) return text.rejected;
  return text.unreachable(error instanceof Error ? error.message.slice(0, 200) : String(error));
}

/** Why the host cannot be read at present. */
function hostTrouble(log: PollerDeps["log"]) {
  let limitedUntil = 0;
  let problem: string | null = null;

  /** Said once, until it is another one. */
  function set(found: string | null): void {
    if (found !== null && found !== problem) log.warn({ problem: found }, "code host");
    if (found === null && problem !== null) log.info("the code host is read again");
    problem = found;
  }

  /** One failure ends the pass: what is behind it would fail as well. */
  function failed(error: unknown): void {
    if (error instanceof RateLimited) limitedUntil = error.until;
    set(hostProblem(error));
  }

  return { set, failed, until: () => limitedUntil, now: () => problem };
}

/** By the host's clock. */
function sinceOf(
  { target, since }: SearchScope,
  { cursors, skew }: { cursors: CursorStore; skew: Skew },
): number {
  const readTo = cursors.readTo(target, since.keys());
  const times = [...since].map(([repository, from]) =>
    Math.max(readTo.get(repository) ?? 0, wholeStep(from + skew.ms() - 60_000)),
  );
  return Math.min(...times);
}

const wholeStep = (at: number): number => Math.floor(at / stepMs) * stepMs;

const keyOf = ({ target, repositories }: SearchScope, since: number): string =>
  `${target} ${repositories.join(" ")} ${since}`;
