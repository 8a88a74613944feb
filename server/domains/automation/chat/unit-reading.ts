import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { isUnreadable } from "./chat-errors.ts";
import type { Connection, Matching, Seen } from "./matching.ts";
import { messageOf, type SlackMessage, stampOf } from "./message.ts";
import type { ChatMessage } from "./rules.ts";
import type { ConversationRow, ConversationStore } from "./store.ts";
import type { Unit } from "./units.ts";

/** Messages appear in the platform's answers this much later, at most. */
const overlapMs = 60_000;
/** How far back the top level is read for threads with new replies, and for what the bot wrote. */
const lookBackMs = 24 * 3_600_000;
const onePage = 200;
const hourMs = 3_600_000;
const longLookBackEveryMs = 10 * 60_000;
/** A thread that was silent for longer is not read any more. */
export const threadLifeMs = 45 * 24 * 3_600_000;
/** Threads whose first message is older than the look-back are read in turns. */
const olderThreadsAtOnce = 5;
const olderThreadEveryMs = 10 * 60_000;

interface Reading {
  unit: Unit;
  thread: string;
  /** What was known of it before. */
  known: ConversationRow | undefined;
  raw: readonly SlackMessage[];
}

/** Reads one place from where the last reading ended, and keeps how far it came with what it found. */
export function unitReading(deps: {
  database: Database;
  clock: Clock;
  store: ConversationStore;
  matching: Matching;
}) {
  const { database, clock, store, matching } = deps;
  const lookedBack = new Map<string, { at: number; isLong: boolean }>();

  /** A day that needs several requests is read less often. */
  function isDue(channel: string): boolean {
    const last = lookedBack.get(channel);
    return !last?.isLong || clock.now() - last.at >= longLookBackEveryMs;
  }

  async function take(
    connection: Connection,
    { unit, thread, known, raw }: Reading,
    signal: AbortSignal,
  ): Promise<ChatMessage[]> {
    const { channel, isDirect } = unit;
    const messages = raw
      .flatMap((one) => messageOf(one, { channel, isDirect, me: connection.me }) ?? [])
      .toSorted((one, other) => (one.ts < other.ts ? -1 : 1));
    const seen = withSurroundings(messages, { thread, botAt: known?.botAt ?? null });
    const report = await matching.prepare(connection, seen, signal);
    const row = rowAfter({ channel, thread, known, messages, checkedAt: clock.now() });
    const isChanged = isWorthWriting(known, row);
    if (messages.length > 0 || isChanged)
      database.transaction(() => {
        report();
        if (isChanged) store.set(row);
      });
    return messages;
  }

  /** By the platform's clock. */
  const hostNow = (): number => matching.hostTime(clock.now());

  async function readThread(
    connection: Connection,
    { unit, thread }: { unit: Unit; thread: string },
    signal: AbortSignal,
  ): Promise<void> {
    // Whether the bot wrote in it is read from the whole thread, once.
    const known = store.find(unit.channel, thread);
    const oldest = known?.readTo ?? "0";
    const raw = await repliesOf(connection, { unit, thread, oldest }, signal);
    await take(connection, { unit, thread, known, raw }, signal);
  }

  /** The threads with replies that were not read yet, as far as the top level and the store show them. */
  function threadsToRead(unit: Unit, messages: readonly ChatMessage[]): string[] {
    const { channel } = unit;
    const since = stampOf(Math.max(matching.hostTime(unit.since), hostNow() - lookBackMs));
    const active = messages.filter(({ latestReply, ts }) => {
      if (latestReply === null || latestReply < since) return false;
      return latestReply > (store.find(channel, ts)?.readTo ?? "");
    });
    const older = store.olderThreads({
      channel,
      from: hostNow() - threadLifeMs,
      before: clock.now() - olderThreadEveryMs,
      limit: olderThreadsAtOnce,
    });
    const shown = new Set(messages.map(({ ts }) => ts));
    return [
      ...active.map(({ ts }) => ts),
      ...older.filter(({ thread }) => !shown.has(thread)).map(({ thread }) => thread),
    ];
  }

  return async function read(connection: Connection, unit: Unit, signal: AbortSignal): Promise<void> {
    const { channel, thread } = unit;
    if (thread !== "") return readThread(connection, { unit, thread }, signal);
    const known = store.find(channel);
    const readTo = Number(known?.readTo ?? 0) * 1_000 - overlapMs;
    const from = Math.max(readTo, matching.hostTime(unit.since));
    const looksBack = unit.looksBack && isDue(channel);
    const oldest = looksBack ? Math.min(from, hostNow() - lookBackMs) : from;
    const raw = await connection.chat.history(channel, stampOf(Math.max(0, oldest)), signal);
    if (looksBack) lookedBack.set(channel, { at: clock.now(), isLong: raw.length > onePage });
    const messages = await take(connection, { unit, thread, known, raw }, signal);
    if (!unit.hasThreads) return;
    for (const one of threadsToRead(unit, messages)) {
      signal.throwIfAborted();
      await readThread(connection, { unit, thread: one }, signal);
    }
  };
}

/** None of a thread that somebody deleted, so that the rest of the channel is read. */
function repliesOf(
  { chat }: Connection,
  { unit, thread, oldest }: { unit: Unit; thread: string; oldest: string },
  signal: AbortSignal,
): Promise<SlackMessage[]> {
  return chat.replies({ channel: unit.channel, thread, oldest }, signal).catch((error: unknown) => {
    if (unit.thread === "" && isUnreadable(error)) return [];
    throw error;
  });
}

/** Each message with what the bot wrote before it. */
export function withSurroundings(
  messages: readonly ChatMessage[],
  { thread, botAt }: { thread: string; botAt: number | null },
): Seen[] {
  const isBefore = thread !== "" || (botAt ?? 0) < (messages[0]?.at ?? 0);
  let at = isBefore ? botAt : null;
  return messages.map((message) => {
    const around =
      thread === ""
        ? { botInThreadAt: null, botInChannelAt: at }
        : { botInThreadAt: at, botInChannelAt: null };
    if (message.author.isMe) at = Math.max(at ?? 0, message.at);
    return { message, around };
  });
}

/** A channel in which nothing happened is written once an hour, so that it is not forgotten. */
const isWorthWriting = (known: ConversationRow | undefined, row: ConversationRow): boolean =>
  known === undefined ||
  row.thread !== "" ||
  row.readTo !== known.readTo ||
  row.latestAt !== known.latestAt ||
  row.botAt !== known.botAt ||
  Math.abs(row.checkedAt - known.checkedAt) >= hourMs;

function rowAfter(of: {
  channel: string;
  thread: string;
  known: ConversationRow | undefined;
  messages: readonly ChatMessage[];
  checkedAt: number;
}): ConversationRow {
  const { channel, thread, known, messages, checkedAt } = of;
  const last = messages.at(-1);
  const mine = messages.findLast(({ author }) => author.isMe)?.at ?? null;
  return {
    channel,
    thread,
    readTo: last?.ts ?? known?.readTo ?? "0",
    latestAt: last?.at ?? known?.latestAt ?? 0,
    botAt: mine ?? known?.botAt ?? null,
    checkedAt,
  };
}
