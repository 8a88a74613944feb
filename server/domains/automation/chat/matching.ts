import type { Skew } from "../../../lib/clock-skew.ts";
import { everywhere, firesSince, type OutsideEvents, type WatchedCondition } from "../triggers/index.ts";
import { messageEvent, messageKey } from "./events.ts";
import type { Me } from "./message.ts";
import type { Author, People } from "./people.ts";
import { type ChatMessage, chatConditionOf, isAwaited, type Surroundings, whyNotAllowed } from "./rules.ts";
import type { Chat } from "./slack.ts";
import { text } from "./text.ts";

/** A message from before this does not fire, however late it is seen. */
export const oldestMessageMs = 14 * 24 * 3_600_000;

const kinds = ["chat"] as const;
export const chatConditions = (events: OutsideEvents): readonly WatchedCondition[] => events.watched(kinds);

export interface Connection {
  chat: Chat;
  me: Me;
}

export interface Seen {
  message: ChatMessage;
  around: Surroundings;
}

export type Matching = ReturnType<typeof messageMatching>;

/** Compares messages with the conditions that wait for them. */
export function messageMatching(deps: {
  events: OutsideEvents;
  people: People;
  now(): number;
  skew: Pick<Skew, "ms" | "hostTime">;
  channelName(connection: Connection, channel: string, signal: AbortSignal): Promise<string>;
}) {
  const { events, people, skew } = deps;

  const { hostTime } = skew;

  function isNew({ since }: WatchedCondition, { at }: ChatMessage): boolean {
    const from = firesSince(since, everywhere);
    return from !== null && at >= Math.max(hostTime(from), hostTime(deps.now() - oldestMessageMs));
  }

  /** The conditions that the message is new to, and that nothing was reported to yet. */
  const waitingFor = ({ message, around }: Seen): WatchedCondition[] =>
    chatConditions(events).filter(
      (condition) =>
        isAwaited(chatConditionOf(condition.configuration), message, around) &&
        isNew(condition, message) &&
        events.sighting(condition.id, messageKey(message)) === undefined,
    );

  function report(
    conditions: readonly WatchedCondition[],
    message: ChatMessage,
    of: { author: Author; me: Me; channelName: string },
  ): void {
    const event = messageEvent(message, { ...of, skewMs: skew.ms() });
    const { name, membership } = of.author;
    for (const { id, configuration } of conditions) {
      const why = whyNotAllowed(configuration, { id: message.author.id, membership });
      if (why === null) events.saw(id, event, true);
      else {
        const summary = text.filtered(name, String(event.variables["channel"]));
        events.filtered(id, { ...event, summary }, text.notAllowed[why](name));
      }
    }
  }

  return {
    hostTime,

    /** Finds out who wrote what is awaited. What it resolves to reports all of it, in one transaction with the caller's own writes. */
    async prepare(connection: Connection, seen: readonly Seen[], signal: AbortSignal): Promise<() => void> {
      const reports: (() => void)[] = [];
      for (const one of seen) {
        if (waitingFor(one).length === 0) continue;
        const { message } = one;
        const author = await people.authorOf(message, connection, signal);
        const channelName = message.isDirect
          ? ""
          : await deps.channelName(connection, message.channel, signal);
        // Somebody may have changed them in the meantime.
        reports.push(() => report(waitingFor(one), message, { author, me: connection.me, channelName }));
      }
      return () => {
        for (const run of reports) run();
      };
    },
  };
}
