import type { StoredCondition, TriedEvent } from "../triggers/index.ts";
import { type BatchFacts, batchEvent, chatNameOf } from "./batch.ts";
import { type BridgeMessage, messagesIn } from "./bridge.ts";
import { bridgeConditionOf, fires, isCounted } from "./rules.ts";
import { text } from "./text.ts";

/** Messages of one pass start one session together. */
const passMs = 60_000;

/** What a condition makes of messages, the oldest first. */
export function batchTrials(
  { configuration }: Pick<StoredCondition, "configuration">,
  messages: readonly BridgeMessage[],
  of: Pick<BatchFacts, "ownName" | "people">,
): TriedEvent[] {
  const condition = bridgeConditionOf(configuration);
  const facts = { ...of, condition, chatName: chatNameOf(configuration), isDirect: false };
  const passes = Map.groupBy(
    messages.filter((message) => isCounted(condition, message)),
    ({ at }) => Math.floor(at / passMs),
  );
  const found: TriedEvent[] = [];
  let waiting: BridgeMessage[] = [];
  for (const [, pass] of [...passes].toSorted(([one], [other]) => one - other)) {
    waiting.push(...pass);
    if (!fires(condition, waiting, of.ownName)) continue;
    found.push(...triedBatch(waiting, facts, null));
    waiting = [];
  }
  return [...found, ...triedBatch(waiting, facts, text.notAddressed)];
}

function triedBatch(
  messages: readonly BridgeMessage[],
  facts: BatchFacts,
  reason: string | null,
): TriedEvent[] {
  const event = batchEvent(messages, facts);
  if (!event) return [];
  const { happenedAt: at, summary, variables, group } = event;
  return [{ at, summary, variables, group, reason }];
}

/** The same for an answer of the bridge; nothing for anything else. */
export const payloadTrials = (
  condition: StoredCondition,
  payload: unknown,
  of: Pick<BatchFacts, "ownName" | "people">,
): TriedEvent[] =>
  batchTrials(
    condition,
    (messagesIn(payload) ?? []).toSorted((one, other) => one.at - other.at),
    of,
  );

/** An answer of the bridge that fires the condition. */
export function samplePayload({ configuration }: StoredCondition, now: number): object {
  const { mode, keywords } = bridgeConditionOf(configuration);
  const isAddressed = mode === "addressed";
  const word = keywords[0];
  return {
    messages: [
      {
        id: "3EB0C7",
        timestamp: new Date(now).toISOString(),
        sender_name: "Ada",
        sender_number: "4915112345678",
        text: isAddressed && word !== undefined ? `${word}: ${text.sample}` : text.sample,
        from_me: false,
        from_bridge: false,
        mentions_me: isAddressed && word === undefined,
        reply_to_me: false,
      },
    ],
  };
}
