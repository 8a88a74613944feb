import type { StoredCondition, Trial, TriedEvent, WatchedCondition } from "../triggers/index.ts";
import { deliveredMessage } from "./deliveries.ts";
import { messageEvent } from "./events.ts";
import type { Connection, Seen } from "./matching.ts";
import { messageOf, stampOf } from "./message.ts";
import type { Author } from "./people.ts";
import { type ChatMessage, chatConditionOf, isAwaited, unknownSurroundings, whyNotAllowed } from "./rules.ts";
import { text } from "./text.ts";
import { withSurroundings } from "./unit-reading.ts";
import { type Memberships, membershipsNeeded, type Unit, unitsOf } from "./units.ts";

/** How many places a trial reads; each takes a request. */
const mostPlaces = 10;
const mostThreads = 20;

export interface TrialDeps {
  skewMs(): number;
  authorOf(message: ChatMessage, connection: Connection, signal: AbortSignal): Promise<Author>;
  channelName(connection: Connection, channel: string, signal: AbortSignal): Promise<string>;
}

/** What a condition makes of the messages since then. */
export async function messageTrials(
  deps: TrialDeps,
  connection: Connection,
  of: { condition: StoredCondition; since: number; signal: AbortSignal },
): Promise<Trial> {
  const { condition, since, signal } = of;
  const watched = [watchedAs(condition)];
  const units = unitsOf(watched, await membershipsOf(connection, watched, signal));
  const oldest = stampOf(since + deps.skewMs());
  const events: TriedEvent[] = [];
  for (const unit of units.slice(0, mostPlaces))
    for (const seen of await seenIn(connection, unit, { oldest, signal }))
      events.push(...(await eventsOf(deps, connection, { ...of, seen })));
  return { events, note: units.length > mostPlaces ? text.notAll(mostPlaces) : null };
}

/** As it would be watched, for its places alone. */
const watchedAs = ({ configuration }: StoredCondition): WatchedCondition => ({
  id: 0,
  triggerId: 0,
  kind: "chat",
  configuration,
  since: { target: "", repos: {}, labels: {} },
});

async function membershipsOf(
  { chat }: Connection,
  watched: readonly WatchedCondition[],
  signal: AbortSignal,
): Promise<Memberships> {
  const needed = membershipsNeeded(watched);
  return {
    channels: needed.channels ? await chat.conversations("channel", signal) : [],
    directs: needed.directs ? await chat.conversations("direct", signal) : [],
  };
}

/** The messages of a place and of its threads. */
async function seenIn(
  { chat, me }: Connection,
  unit: Unit,
  { oldest, signal }: { oldest: string; signal: AbortSignal },
): Promise<Seen[]> {
  const { channel, isDirect, thread } = unit;
  const read = (raw: Awaited<ReturnType<typeof chat.history>>, of: string): Seen[] => {
    const messages = raw
      .flatMap((one) => messageOf(one, { channel, isDirect, me }) ?? [])
      .toSorted((one, other) => (one.ts < other.ts ? -1 : 1));
    return withSurroundings(messages, { thread: of, botAt: null });
  };
  const inThread = async (ts: string): Promise<Seen[]> =>
    read(await chat.replies({ channel, thread: ts, oldest: "0" }, signal), ts).filter(
      ({ message }) => message.ts >= oldest,
    );
  if (thread !== "") return inThread(thread);
  const top = read(await chat.history(channel, oldest, signal), "");
  const threads = top.filter(({ message }) => unit.hasThreads && message.latestReply !== null);
  const replies: Seen[] = [];
  for (const { message } of threads.slice(-mostThreads))
    replies.push(...(await inThread(message.ts)).filter((one) => one.message.thread !== null));
  return [...top, ...replies];
}

async function eventsOf(
  deps: TrialDeps,
  connection: Connection,
  of: { condition: StoredCondition; seen: Seen; signal: AbortSignal },
): Promise<TriedEvent[]> {
  const { message, around } = of.seen;
  const { configuration } = of.condition;
  if (!isAwaited(chatConditionOf(configuration), message, around)) return [];
  const author = await deps.authorOf(message, connection, of.signal);
  const channelName = message.isDirect ? "" : await deps.channelName(connection, message.channel, of.signal);
  const facts = { me: connection.me, author, channelName, skewMs: deps.skewMs() };
  const { happenedAt: at, summary, variables, group } = messageEvent(message, facts);
  const why = whyNotAllowed(configuration, { id: message.author.id, membership: author.membership });
  return [{ at, summary, variables, group, reason: why && text.notAllowed[why](author.name) }];
}

/** What a condition makes of an event of the platform, or of the message alone. */
export async function payloadTrials(
  deps: TrialDeps,
  connection: Connection,
  of: { condition: StoredCondition; payload: unknown; signal: AbortSignal },
): Promise<TriedEvent[]> {
  const message = deliveredMessage({ event: "message", body: of.payload }, connection.me);
  if (message === null) return [];
  // Whether the bot wrote before is not part of an event: it did.
  const around = chatConditionOf(of.condition.configuration).event.startsWith("passive")
    ? { botInThreadAt: message.at, botInChannelAt: message.at }
    : unknownSurroundings;
  return eventsOf(deps, connection, { ...of, seen: { message, around } });
}

/** An event that fires the condition. */
export function samplePayload(
  { configuration }: StoredCondition,
  { now, botId }: { now: number; botId: string },
): object {
  const { event, channel, thread } = chatConditionOf(configuration);
  const isDirect = event === "dm_message";
  const ts = stampOf(now);
  const { allowed_user_ids: listed } = configuration;
  const user = Array.isArray(listed) && typeof listed[0] === "string" ? listed[0] : "U0123456789";
  const replies = event === "passive_listen_thread" || thread !== null;
  return {
    type: "event_callback",
    event: {
      type: "message",
      channel: isDirect ? "D0123456789" : (channel ?? "C0123456789"),
      channel_type: isDirect ? "im" : "channel",
      user,
      text: event === "bot_mention" ? `<@${botId}> ${text.sample}` : text.sample,
      ts,
      ...(replies && { thread_ts: thread ?? stampOf(now - 60_000) }),
    },
  };
}
