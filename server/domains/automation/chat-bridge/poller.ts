import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { everywhere, firesSince, type OutsideEvents, type WatchedCondition } from "../triggers/index.ts";
import { type BatchFacts, batchEvent, bridgeKey, chatNameOf } from "./batch.ts";
import { type Bridge, BridgeError, type BridgeMessage } from "./bridge.ts";
import { chatKinds } from "./chat-kinds.ts";
import type { People } from "./people.ts";
import { bridgeConditionOf, fires, isCounted } from "./rules.ts";
import type { BridgeCursorStore } from "./store.ts";
import { text } from "./text.ts";

export interface BridgePollerDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  events: OutsideEvents;
  bridge: Bridge;
  people: People;
}

/** The bridge may bring a message this much later than its time. */
const lookBackMs = 30 * 60_000;
/** What was seen of a chat is kept at least this long, so an older message that was read starts nothing again. */
export const rememberedMs = 12 * 3_600_000;
/** How many chats one pass reads at most. */
const chatsAtOnce = 7;

const watchedKinds = ["chat_bridge"] as const;
const bridgeConditions = (events: OutsideEvents): readonly WatchedCondition[] => events.watched(watchedKinds);

const chatOf = ({ configuration }: WatchedCondition): string => bridgeConditionOf(configuration).chat;

const beginningOf = ({ since }: WatchedCondition): number =>
  firesSince(since, everywhere) ?? Number.MAX_SAFE_INTEGER;

/** Reads the chats of the bridge, those that were read the longest ago first. */
export function bridgePoller(deps: BridgePollerDeps, store: BridgeCursorStore) {
  const { database, clock, log, events, bridge } = deps;
  const kinds = chatKinds(deps);
  const readAt = new Map<string, number>();
  const unseen = new Set<string>();
  let problem: string | null = null;

  /** Said once, until it is another one. */
  function setProblem(found: string | null): void {
    if (found !== null && found !== problem) log.warn({ problem: found }, "chat bridge");
    if (found === null && problem !== null) log.info("the chat bridge is read again");
    problem = found;
  }

  async function read(
    chat: string,
    of: { conditions: readonly WatchedCondition[]; ownName: string },
    signal: AbortSignal,
  ): Promise<void> {
    readAt.set(chat, clock.now());
    const since = Math.min(...of.conditions.map(beginningOf));
    const now = clock.now();
    const readTo = Math.min(store.readTo(chat) ?? 0, now);
    const from = Math.max(since, readTo - lookBackMs);
    let messages: BridgeMessage[];
    try {
      messages = await bridge.messages(chat, from, signal);
      unseen.delete(chat);
    } catch (error) {
      if (!(error instanceof BridgeError) || error.status !== 404) throw error;
      unseen.add(chat);
      return;
    }
    const forgotten = Math.min(readTo, now - rememberedMs);
    const sorted = messages.filter(({ at }) => at > forgotten).toSorted((one, other) => one.at - other.at);
    const last = sorted.at(-1);
    const isDirect = last !== undefined && (await kinds.isDirect(chat, signal));
    const facts = { ownName: of.ownName, isDirect, people: deps.people };
    database.transaction(() => {
      // Somebody may have changed them in the meantime.
      for (const condition of bridgeConditions(events))
        if (chatOf(condition) === chat) report(events, condition, { messages: sorted, facts });
      // A message from the future must not hide those until then.
      if (last) store.set(chat, Math.min(last.at, now));
    });
    events.polled(
      of.conditions.map(({ id }) => id),
      clock.now(),
    );
  }

  async function readAll(signal: AbortSignal): Promise<string | null> {
    const { linked, name: ownName } = await bridge.status(signal);
    if (!linked) return text.unlinked;
    const chats = Map.groupBy(bridgeConditions(events), chatOf);
    const due = [...chats]
      .toSorted(([one], [other]) => (readAt.get(one) ?? 0) - (readAt.get(other) ?? 0))
      .slice(0, chatsAtOnce);
    for (const [chat, conditions] of due) {
      signal.throwIfAborted();
      await read(chat, { conditions, ownName }, signal);
    }
    return null;
  }

  return {
    /** Job: reads what is due. */
    async poll(signal: AbortSignal): Promise<void> {
      if (bridgeConditions(events).length === 0) return;
      try {
        setProblem(await readAll(signal));
      } catch (error) {
        if (signal.aborted) return;
        setProblem(unreachable(error));
      }
    },

    problemOf: (chat: string): string | null => problem ?? (unseen.has(chat) ? text.unseen(chat) : null),
  };
}

/** Reports what is new of a chat to a condition, as one event. */
function report(
  events: OutsideEvents,
  condition: WatchedCondition,
  {
    messages,
    facts,
  }: {
    messages: readonly BridgeMessage[];
    facts: Pick<BatchFacts, "ownName" | "isDirect" | "people">;
  },
): void {
  const wanted = bridgeConditionOf(condition.configuration);
  const since = beginningOf(condition);
  const fresh = messages.filter(
    (message) =>
      message.at >= since &&
      isCounted(wanted, message) &&
      events.sighting(condition.id, bridgeKey(wanted.chat, message)) === undefined,
  );
  if (!fires(wanted, fresh, facts.ownName)) return;
  const chatName = chatNameOf(condition.configuration);
  const event = batchEvent(fresh, { ...facts, condition: wanted, chatName });
  if (event) events.saw(condition.id, event, true);
}

export const unreachable = (error: unknown): string =>
  text.unreachable(error instanceof Error ? error.message.slice(0, 200) : String(error));
