import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { clockSkew } from "../../../lib/clock-skew.ts";
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
import type { Delivery } from "../webhooks/index.ts";
import type { BotToken } from "./bot-token.ts";
import { ChatError, isRefusal, isRejection } from "./chat-errors.ts";
import { type BotConnection, botConnection } from "./connection.ts";
import { deliveredMessage } from "./deliveries.ts";
import { chatRefusal } from "./errors.ts";
import { type Connection, chatConditions, messageMatching, oldestMessageMs } from "./matching.ts";
import type { ChatConnection } from "./model.ts";
import { chatPeople } from "./people.ts";
import { chatPoller, problemSentence, withRetries } from "./poller.ts";
import { chatConditionOf, unknownSurroundings, whyNobody } from "./rules.ts";
import type { Channel } from "./slack.ts";
import { conversationStore } from "./store.ts";
import { text } from "./text.ts";
import { messageTrials, payloadTrials, samplePayload, type TrialDeps } from "./trial.ts";
import { unitReading } from "./unit-reading.ts";

export interface ChatDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  events: OutsideEvents;
  mode: "poll" | "webhook_with_poll_fallback" | "off";
  /** Whether webhooks come in. */
  hasWebhook: boolean;
  token: Omit<BotToken, "onChange" | "secretValues">;
  apiUrl: string | null;
  /** The person of this board with this email address, by the name that the platform gives; null if there is none. */
  known(email: string, name: string): KnownPerson | null;
  /** Aborted when the service stops. */
  closing?: AbortSignal;
  /** Waits between two tries, by default in real time. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
}

export interface ChatService {
  /** Job: reads what is new. */
  poll(signal: AbortSignal): Promise<void>;
  /** Acts on a webhook. */
  take(delivery: Delivery): Promise<void>;
  /** What happened since then, as the condition sees it; nothing is started. */
  tryOut(condition: StoredCondition, since: number, signal: AbortSignal): Promise<Trial>;
  /** The same for an event of the platform. */
  trySample(condition: StoredCondition, payload: unknown, signal: AbortSignal): Promise<TriedEvent[]>;
  sample(condition: StoredCondition): Promise<object>;
  /** Why a condition on the chat platform does not fire at present; null if it does, and for other conditions. */
  problemOf(condition: StoredCondition): string | null;
  /** E63; throws 503 without a connection. */
  channels(): Promise<Channel[]>;
  connection(): Promise<ChatConnection>;
  connect(token: string): Promise<ChatConnection>;
  disconnect(): Promise<ChatConnection>;
}

const hourMs = 3_600_000;
/** What is forgotten of what was seen is older than what may still fire. */
const forgottenMs = 2 * oldestMessageMs;
const askMs = 20_000;

/** Watches the chat platform for the triggers: by polling, and by webhooks where they are on. */
export function chatService(deps: ChatDeps): ChatService {
  const { database, clock, events, mode } = deps;
  const skew = clockSkew();
  let requests = 0;
  const forget = hourlyForgetting(deps, { beginnings: ["chat:"], keptMs: forgottenMs });
  const wait = deps.wait ?? ((ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }));
  const bot = botConnection({ ...deps, skew, sent: () => void requests++ });
  const store = conversationStore(database);
  const people = chatPeople({ clock, known: deps.known });
  const names = channelNames(clock);
  const matching = messageMatching({
    events,
    people,
    now: clock.now,
    skew,
    channelName: names.of,
  });
  const poller = chatPoller({
    ...deps,
    wait,
    store,
    read: unitReading({ database, clock, store, matching }),
    connect: bot.connect,
    sent: () => requests,
  });
  const stopping = deps.closing ?? new AbortController().signal;

  return {
    async poll(signal) {
      if (mode === "off") return;
      forget();
      await poller.poll(signal);
    },

    async take(delivery) {
      if (mode === "off" || chatConditions(events).length === 0) return;
      // What a refused token misses now is read by polling, once there is another one.
      const connection = await bot.connect(stopping)?.catch((error: unknown) => {
        if (isRejection(error)) return null;
        throw error;
      });
      if (!connection) return;
      const message = deliveredMessage(delivery, connection.me);
      if (message === null) return;
      const seen = [{ message, around: unknownSurroundings }];
      const report = await withRetries({ wait }, stopping, () =>
        matching.prepare(connection, seen, stopping),
      );
      database.transaction(report);
    },

    ...trials({
      bot,
      stopping,
      skewMs: skew.ms,
      authorOf: people.authorOf,
      channelName: names.of,
      clock,
      mode,
    }),

    problemOf({ conditionType, configuration }) {
      if (kindOf(conditionType) !== "chat") return null;
      const nobody = whyNobody(configuration, { areUnknown: people.areUnknown() });
      if (nobody === "no_member_id") return text.nobody[nobody];
      if (mode === "off") return text.off;
      if (deps.token.current() === null) return text.noToken;
      return poller.problemOf(chatConditionOf(configuration)) ?? (nobody && text.nobody[nobody]);
    },

    ...boardConnection(deps, { bot, stopping, problem: poller.problem, reset: poller.reset }),
  };
}

/** What a condition would have done. */
function trials({
  bot,
  stopping,
  clock,
  mode,
  ...deps
}: TrialDeps & Pick<ChatDeps, "clock" | "mode"> & { bot: BotConnection; stopping: AbortSignal }) {
  const connecting = (signal: AbortSignal) =>
    mode === "off" ? null : bot.connect(AbortSignal.any([stopping, signal]));

  return {
    async tryOut(condition: StoredCondition, since: number, signal: AbortSignal): Promise<Trial> {
      try {
        const connection = await connecting(signal);
        if (connection === null) return { events: [], note: mode === "off" ? text.off : text.noToken };
        return await messageTrials(deps, connection, { condition, since, signal });
      } catch (error) {
        return { events: [], note: problemSentence(error) };
      }
    },

    async trySample(
      condition: StoredCondition,
      payload: unknown,
      signal: AbortSignal,
    ): Promise<TriedEvent[]> {
      const unreachable = (why: string) => chatRefusal("unreachable", { why });
      const connection = await connecting(signal)?.catch((error: unknown) => {
        throw unreachable(problemSentence(error));
      });
      // Whether the sender may fire it is for the platform to say.
      if (!connection) throw unreachable(mode === "off" ? text.off : text.noToken);
      try {
        return await payloadTrials(deps, connection, { condition, payload, signal });
      } catch (error) {
        throw unreachable(problemSentence(error));
      }
    },

    async sample(condition: StoredCondition): Promise<object> {
      const connection = await connecting(stopping)?.catch(() => null);
      return samplePayload(condition, { now: clock.now(), botId: connection?.me.userId ?? "U0BOT" });
    },
  };
}

/** What people ask about the connection, and change of it. */
function boardConnection(
  { mode, hasWebhook, token: held, clock }: ChatDeps,
  of: { bot: BotConnection; stopping: AbortSignal; problem(): string | null; reset(): void },
) {
  const { bot, stopping } = of;
  const limit = (): AbortSignal => AbortSignal.any([stopping, AbortSignal.timeout(askMs)]);
  let listed: { channels: Promise<Channel[]>; at: number } | null = null;

  async function connection(): Promise<ChatConnection> {
    const known = { mode, has_webhook: hasWebhook, source: held.source() };
    const connecting = bot.connect(limit());
    if (connecting === null || mode === "off")
      return { ...known, team: null, bot: null, problem: mode === "off" ? text.off : text.noToken };
    try {
      const { me } = await connecting;
      return { ...known, team: me.team, bot: me.name, problem: of.problem() };
    } catch (error) {
      return { ...known, team: null, bot: null, problem: problemSentence(error) };
    }
  }

  function changed(): void {
    listed = null;
    of.reset();
  }

  async function list(connecting: Promise<Connection>): Promise<Channel[]> {
    const { chat } = await connecting;
    return chat.channels(limit());
  }

  return {
    connection,

    async connect(token: string): Promise<ChatConnection> {
      if (held.source() === "environment") throw chatRefusal("configured_elsewhere");
      try {
        await bot.check(token, limit());
      } catch (error) {
        if (isRejection(error) || (error instanceof ChatError && error.code !== "incomplete"))
          throw chatRefusal("token_refused", { code: error instanceof ChatError ? error.code : "" });
        throw chatRefusal("unreachable", { why: problemSentence(error) });
      }
      held.write(token);
      changed();
      return connection();
    },

    disconnect(): Promise<ChatConnection> {
      if (held.source() === "environment") throw chatRefusal("configured_elsewhere");
      held.remove();
      changed();
      return connection();
    },

    async channels(): Promise<Channel[]> {
      const connecting = bot.connect(limit());
      if (connecting === null || mode === "off") throw chatRefusal("unconfigured");
      if (!listed || Math.abs(clock.now() - listed.at) > 60_000)
        listed = { channels: list(connecting), at: clock.now() };
      const asked = listed;
      try {
        return await asked.channels;
      } catch (error) {
        if (listed === asked) listed = null;
        throw chatRefusal("unreachable", { why: problemSentence(error) });
      }
    },
  };
}

/** The names of channels, as they were when they were first asked for. */
function channelNames(clock: Clock) {
  const held = new Map<string, { name: string; until: number }>();

  return {
    async of({ chat }: Connection, channel: string, signal: AbortSignal): Promise<string> {
      const known = held.get(channel);
      if (known && known.until > clock.now()) return known.name;
      const { name } = await chat.channel(channel, signal).catch((error: unknown) => {
        if (isRefusal(error)) return { name: "" };
        throw error;
      });
      if (held.size > 1_000) held.clear();
      held.set(channel, { name, until: clock.now() + hourMs });
      return name;
    },
  };
}
