import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import {
  hourlyForgetting,
  type KnownPerson,
  kindOf,
  type OutsideEvents,
  type StoredCondition,
  type Trial,
  type TriedEvent,
} from "../triggers/index.ts";
import { type BridgeChat, chatBridge } from "./bridge.ts";
import { bridgeRefusal } from "./errors.ts";
import { bridgePeople } from "./people.ts";
import { bridgePoller, rememberedMs, unreachable } from "./poller.ts";
import { bridgeConditionOf } from "./rules.ts";
import { bridgeCursorStore } from "./store.ts";
import { text } from "./text.ts";
import { batchTrials, payloadTrials, samplePayload } from "./trial.ts";

export interface BridgeDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  events: OutsideEvents;
  /** Null without a bridge. */
  url: string | null;
  /** The email addresses of people by the digits of their numbers. */
  emails: ReadonlyMap<string, string>;
  /** The person of this board with this email address, by the name that the platform gives; null if there is none. */
  known(email: string, name: string): KnownPerson | null;
}

export interface BridgeService {
  /** Job: reads what is new. */
  poll(signal: AbortSignal): Promise<void>;
  /** What was written since then, as the condition sees it; nothing is started. */
  tryOut(condition: StoredCondition, since: number, signal: AbortSignal): Promise<Trial>;
  /** The same for an answer of the bridge. */
  trySample(condition: StoredCondition, payload: unknown, signal: AbortSignal): Promise<TriedEvent[]>;
  sample(condition: StoredCondition): object;
  /** Why a condition on the bridge does not fire at present; null if it does, and for other conditions. */
  problemOf(condition: StoredCondition): string | null;
  /** E64; throws 503 without a bridge. */
  chats(): Promise<BridgeChat[]>;
}

const askMs = 10_000;
const forgottenMs = 2 * rememberedMs;

/** Watches the chats of a bridge for the triggers. */
export function bridgeService(deps: BridgeDeps): BridgeService {
  const { clock, url } = deps;
  const bridge = url === null ? null : chatBridge(url);
  const people = bridgePeople(deps);
  const poller = bridge && bridgePoller({ ...deps, bridge, people }, bridgeCursorStore(deps.database));
  const forget = hourlyForgetting(deps, { beginnings: ["bridge:"], keptMs: forgottenMs });

  return {
    async poll(signal) {
      if (!poller) return;
      forget();
      await poller.poll(signal);
    },

    async tryOut(condition, since, signal) {
      if (!bridge) return { events: [], note: text.none };
      try {
        const { name: ownName } = await bridge.status(signal);
        const { chat } = bridgeConditionOf(condition.configuration);
        const messages = await bridge.messages(chat, since, signal);
        return { events: batchTrials(condition, messages, { ownName, people }), note: null };
      } catch (error) {
        return { events: [], note: unreachable(error) };
      }
    },

    async trySample(condition, payload, signal) {
      const known = await bridge?.status(signal).catch(() => null);
      return payloadTrials(condition, payload, { ownName: known?.name ?? "", people });
    },

    sample: (condition) => samplePayload(condition, clock.now()),

    problemOf({ conditionType, configuration }) {
      if (kindOf(conditionType) !== "chat_bridge") return null;
      return poller ? poller.problemOf(bridgeConditionOf(configuration).chat) : text.none;
    },

    async chats() {
      if (!bridge) throw bridgeRefusal("unconfigured");
      try {
        return await bridge.chats(AbortSignal.timeout(askMs));
      } catch (error) {
        throw bridgeRefusal("unreachable", { why: unreachable(error) });
      }
    },
  };
}
