import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { clockSkew } from "../../../lib/clock-skew.ts";
import type { GitHubAccess } from "../../../lib/github/index.ts";
import type { Logger } from "../../../lib/logger.ts";
import {
  hourlyForgetting,
  kindOf,
  listOf,
  type OutsideEvents,
  type StoredCondition,
  type Trial,
  type TriedEvent,
  targetOf,
} from "../triggers/index.ts";
import type { Delivery } from "../webhooks/index.ts";
import { branchOf, buildMatching, buildTrial, sampleCheck } from "./builds.ts";
import { deliveredItem, takeDelivery } from "./deliveries.ts";
import { deliveredFailures, type FailedCheck } from "./failed-checks.ts";
import { type CodeHost, gitHubSearch } from "./github.ts";
import type { Item } from "./items.ts";
import { conditionMatching, oldestMs } from "./matching.ts";
import { codeHostPoller, hostProblem } from "./poller.ts";
import { cursorStore } from "./store.ts";
import { text } from "./text.ts";
import { itemTrials, payloadTrials, samplePayload } from "./trial.ts";

export interface CodeHostDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  events: OutsideEvents;
  mode: "poll" | "webhook_with_poll_fallback" | "off";
  /** Whether webhooks come in. */
  hasWebhook: boolean;
  /** Null without a token. */
  access: GitHubAccess | null;
  /** Waits between two tries, by default in real time. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
}

export interface CodeHostService {
  /** Job: reads what changed. */
  poll(signal: AbortSignal): Promise<void>;
  /** Acts on a webhook. */
  take(delivery: Delivery): void;
  /** What happened since then, as the condition sees it; nothing is started. */
  tryOut(condition: StoredCondition, since: number, signal: AbortSignal): Promise<Trial>;
  /** The same for the body of a webhook. */
  trySample(condition: StoredCondition, payload: unknown): TriedEvent[];
  sample(condition: StoredCondition): object;
  /** Why a condition on the code host does not fire at present; null if it does, and for other conditions. */
  problemOf(condition: StoredCondition): string | null;
}

/** What is forgotten of what was seen is older than what may still fire. */
const forgottenMs = 2 * oldestMs;
/** How many items a trial looks at; each may take a request of its own. */
const mostTried = 30;

/** Watches the code host for the triggers: by polling, and by webhooks where they are on. */
export function codeHostService(deps: CodeHostDeps): CodeHostService {
  const { clock, events, mode, access } = deps;
  const skew = clockSkew();
  const matching = conditionMatching({ events, now: clock.now, hostTime: skew.hostTime });
  const takeCheck = buildMatching(events, matching.isSince);
  let requests = 0;
  const forget = hourlyForgetting(deps, { beginnings: ["issue:", "build:"], keptMs: forgottenMs });
  const host = access && gitHubSearch({ ...access, sent: () => void requests++ });
  const poller =
    host === null
      ? null
      : codeHostPoller(
          {
            ...deps,
            host,
            sent: () => requests,
            wait: deps.wait ?? ((ms, signal) => delay(ms, undefined, { signal })),
          },
          cursorStore(deps.database),
          { matching, takeCheck, skew },
        );

  return {
    async poll(signal) {
      if (mode === "off") return;
      forget();
      await poller?.poll(signal);
    },

    take(delivery) {
      if (mode === "off") return;
      takeDelivery(matching, delivery);
      for (const check of deliveredFailures(delivery)) takeCheck(check);
    },

    async tryOut(condition, since, signal) {
      if (host === null) return { events: [], note: mode === "off" ? text.off : text.noToken };
      const { configuration, conditionType } = condition;
      if (kindOf(conditionType) === "code_host_check")
        return buildsSince(host, condition, { since: since + skew.ms(), signal });
      const target = targetOf(kindOf(conditionType), configuration);
      const query = { target, repositories: listOf(configuration, "repos"), since: since + skew.ms() };
      try {
        const changes = await host.changes(query, signal);
        const items = changes.kind === "items" ? changes.items.slice(-mostTried) : [];
        const labeledAt = (item: Item, labels: readonly string[]) => host.labeledAt(item, labels, signal);
        const events = await itemTrials(condition, items, { since: query.since, labeledAt });
        const isCut = changes.kind === "items" && (changes.hasMore || changes.items.length > mostTried);
        return { events, note: isCut ? text.notAll(mostTried) : null };
      } catch (error) {
        return { events: [], note: hostProblem(error) };
      }
    },

    trySample(condition, body) {
      if (kindOf(condition.conditionType) === "code_host_check") {
        return ["check_run", "status"]
          .flatMap((event) => deliveredFailures({ event, body }))
          .flatMap((check) => buildTrial(condition, check));
      }
      const isIssue = targetOf(kindOf(condition.conditionType), condition.configuration) === "issue";
      const delivered = deliveredItem({ event: isIssue ? "issues" : "pull_request", body });
      return delivered === null ? [] : payloadTrials(condition, delivered);
    },

    sample: (condition) =>
      kindOf(condition.conditionType) === "code_host_check"
        ? sampleCheck(condition, clock.now())
        : samplePayload(condition, clock.now()),

    problemOf(condition) {
      const kind = kindOf(condition.conditionType);
      if (kind !== "code_host_label" && kind !== "code_host_issue" && kind !== "code_host_check") return null;
      if (mode === "off") return text.off;
      if (poller === null) return deps.hasWebhook ? null : text.noToken;
      return poller.problemOf(condition);
    },
  };
}

/** The failed checks of the branches' heads, once for each commit. */
async function buildsSince(
  host: CodeHost,
  condition: StoredCondition,
  { since, signal }: { since: number; signal: AbortSignal },
): Promise<Trial> {
  const { configuration } = condition;
  const branch = branchOf(configuration);
  try {
    const checks: FailedCheck[] = [];
    for (const repository of listOf(configuration, "repos")) {
      const answer = await host.failedAtHead({ repository, branch, tags: {} }, signal);
      checks.push(...answer.checks);
    }
    const recent = checks.filter(({ at }) => at >= since);
    const firsts = recent.filter(({ sha }, index) => recent.findIndex((one) => one.sha === sha) === index);
    return { events: firsts.flatMap((check) => buildTrial(condition, check)), note: text.headsOnly };
  } catch (error) {
    return { events: [], note: hostProblem(error) };
  }
}
