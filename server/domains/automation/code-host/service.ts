import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { GitHubAccess } from "../../../lib/github/index.ts";
import type { Logger } from "../../../lib/logger.ts";
import { kindOf, listOf, type OutsideEvents, type StoredCondition } from "../triggers/index.ts";
import type { Delivery } from "../webhooks/index.ts";
import { takeDelivery } from "./deliveries.ts";
import { gitHubSearch } from "./github.ts";
import { conditionMatching, oldestIssueMs } from "./matching.ts";
import { clockSkew, codeHostPoller } from "./poller.ts";
import { cursorStore } from "./store.ts";
import { text } from "./text.ts";

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
  /** Why a condition on the code host does not fire at present; null if it does, and for other conditions. */
  problemOf(condition: StoredCondition): string | null;
}

/** What is forgotten of what was seen is older than what may still fire. */
const hourMs = 3_600_000;
const forgottenMs = 2 * oldestIssueMs;

/** Watches the code host for the triggers: by polling, and by webhooks where they are on. */
export function codeHostService(deps: CodeHostDeps): CodeHostService {
  const { clock, events, mode, access } = deps;
  const skew = clockSkew();
  const matching = conditionMatching({ events, now: clock.now, skewMs: skew.ms });
  let requests = 0;
  let forgotAt = 0;
  const poller =
    access === null
      ? null
      : codeHostPoller(
          {
            ...deps,
            host: gitHubSearch({ ...access, sent: () => void requests++ }),
            sent: () => requests,
            wait: deps.wait ?? ((ms, signal) => delay(ms, undefined, { signal })),
          },
          cursorStore(deps.database),
          { matching, skew },
        );

  return {
    async poll(signal) {
      if (mode === "off") return;
      const now = clock.now();
      if (Math.abs(now - forgotAt) > hourMs) {
        events.forget("issue:", now - forgottenMs);
        forgotAt = now;
      }
      await poller?.poll(signal);
    },

    take(delivery) {
      if (mode !== "off") takeDelivery(matching, delivery);
    },

    problemOf({ conditionType, configuration }) {
      const kind = kindOf(conditionType);
      if (kind !== "code_host_label" && kind !== "code_host_issue") return null;
      if (mode === "off") return text.off;
      if (poller === null) return deps.hasWebhook ? null : text.noToken;
      return poller.problemOf(listOf(configuration, "repos"));
    },
  };
}
