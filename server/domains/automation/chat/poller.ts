import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { lastResult } from "../../../lib/last-result.ts";
import type { Logger } from "../../../lib/logger.ts";
import { isWaiting } from "../../../lib/waiting.ts";
import type { OutsideEvents } from "../triggers/index.ts";
import { ChatError, ChatLimited, isPassing, isRefusal, isRejection, isUnreadable } from "./chat-errors.ts";
import { type Connection, chatConditions } from "./matching.ts";
import type { ChatCondition } from "./rules.ts";
import type { ConversationStore } from "./store.ts";
import { text } from "./text.ts";
import { threadLifeMs } from "./unit-reading.ts";
import { type Memberships, membershipsNeeded, type Unit, unitsOf } from "./units.ts";

export interface ChatPollerDeps {
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  events: OutsideEvents;
  store: ConversationStore;
  read(connection: Connection, unit: Unit, signal: AbortSignal): Promise<void>;
  /** Null without a token. */
  connect(signal: AbortSignal): Promise<Connection> | null;
  /** Requests sent so far. */
  sent(): number;
  /** Waits between two tries; ends early when the service stops. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** How many requests a minute polling sends at most, over a longer time. */
const requestsPerMinute = 8;
const retriesMs = [1_000, 3_000];
const membershipsMs = 10 * 60_000;
const unseenMs = 10 * 60_000;
const hourMs = 3_600_000;

/** Reads the chat platform, place by place: those that were read the longest ago first, as many as the limit allows. */
export function chatPoller(deps: ChatPollerDeps) {
  const { clock, log, events, store } = deps;
  const trouble = chatTrouble(log);
  const unseen = unseenPlaces(deps);
  const readAt = new Map<string, number>();
  const memberships = membershipReader(deps);
  const places = lastResult(unitsOf);
  let paidUntil = 0;
  let prunedAt = 0;

  async function readUnit(connection: Connection, unit: Unit, signal: AbortSignal): Promise<void> {
    const key = keyOf(unit);
    readAt.set(key, clock.now());
    try {
      await withRetries(deps, signal, () => deps.read(connection, unit, signal));
      unseen.delete(key);
      events.polled(unit.conditionIds, clock.now());
    } catch (error) {
      // One that is refused does not keep the others from being read.
      if (!isRefusal(error)) throw error;
      unseen.add(key, isUnreadable(error) ? text.unseen(unit.channel) : problemSentence(error));
    }
  }

  async function readAll(connection: Connection, signal: AbortSignal): Promise<void> {
    const conditions = chatConditions(events);
    const known = await memberships.read(connection, conditions, signal);
    const due = places(conditions, known)
      .filter((unit) => unseen.problemOf(keyOf(unit)) === null)
      .toSorted((one, other) => (readAt.get(keyOf(one)) ?? 0) - (readAt.get(keyOf(other)) ?? 0));
    const before = deps.sent();
    for (const unit of due) {
      if (deps.sent() - before >= requestsPerMinute) break;
      await readUnit(connection, unit, signal);
    }
  }

  function prune(): void {
    const now = clock.now();
    if (Math.abs(now - prunedAt) < hourMs) return;
    prunedAt = now;
    store.prune({ silent: now - threadLifeMs, unread: now - threadLifeMs });
    if (readAt.size > 5_000) readAt.clear();
    unseen.prune();
  }

  return {
    /** Job: reads what is due, unless the rate limit is used up. */
    async poll(signal: AbortSignal): Promise<void> {
      const now = clock.now();
      const isEarly = [paidUntil, trouble.until()].some((until) => isWaiting(until, now));
      if (isEarly || chatConditions(events).length === 0) return;
      const connecting = deps.connect(signal);
      if (connecting === null) return;
      prune();
      const before = deps.sent();
      try {
        await readAll(await connecting, signal);
        trouble.set(null);
      } catch (error) {
        if (signal.aborted) return;
        trouble.failed(error);
      }
      // A pass that sent more than a minute's requests is paid for by the next minutes.
      const minutes = Math.ceil((deps.sent() - before) / requestsPerMinute);
      paidUntil = minutes > 1 ? now + minutes * 60_000 - 1_000 : 0;
    },

    /** Why the platform is not read at present; null if it is. */
    problem: () => trouble.now(),
    /** The same for one condition. */
    problemOf({ channel, thread }: Pick<ChatCondition, "channel" | "thread">): string | null {
      if (trouble.now() !== null) return trouble.now();
      return channel === null
        ? memberships.problem()
        : unseen.problemOf(keyOf({ channel, thread: thread ?? "" }));
    },
    /** After another token. */
    reset(): void {
      trouble.set(null);
      unseen.clear();
      memberships.forget();
    },
  };
}

const keyOf = ({ channel, thread }: Pick<Unit, "channel" | "thread">): string => `${channel} ${thread}`;

/** Places that the bot cannot read, each until it is tried again. */
function unseenPlaces({ clock }: Pick<ChatPollerDeps, "clock">) {
  const unseen = new Map<string, { until: number; problem: string }>();

  return {
    add: (key: string, problem: string): void =>
      void unseen.set(key, { until: clock.now() + unseenMs, problem }),
    delete: (key: string): void => void unseen.delete(key),
    clear: (): void => unseen.clear(),
    problemOf(key: string): string | null {
      const found = unseen.get(key);
      return found && found.until > clock.now() ? found.problem : null;
    },
    prune(): void {
      for (const [key, { until }] of unseen) if (until <= clock.now()) unseen.delete(key);
    },
  };
}

/** What the bot is in, read again after a while. */
function membershipReader(deps: Pick<ChatPollerDeps, "clock" | "wait">) {
  const { clock } = deps;
  let held: (Memberships & { at: number; needed: string }) | null = null;
  let problem: string | null = null;
  const needsOf = lastResult(membershipsNeeded);

  return {
    forget(): void {
      held = null;
      problem = null;
    },
    /** Why it is not known; null if it is. */
    problem: () => problem,

    /** Nothing if that is refused: the places that conditions name can be read without it. */
    async read(
      { chat }: Connection,
      conditions: Parameters<typeof membershipsNeeded>[0],
      signal: AbortSignal,
    ): Promise<Memberships> {
      const needs = needsOf(conditions);
      const needed = JSON.stringify(needs);
      if (held && held.needed === needed && Math.abs(clock.now() - held.at) < membershipsMs) return held;
      const ask = async (): Promise<Memberships> => ({
        channels: needs.channels ? await chat.conversations("channel", signal) : [],
        directs: needs.directs ? await chat.conversations("direct", signal) : [],
      });
      try {
        held = { ...(await withRetries(deps, signal, ask)), at: clock.now(), needed };
        problem = null;
        return held;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        problem = problemSentence(error);
        return { channels: [], directs: [] };
      }
    },
  };
}

/** A failed request is sent again, unless the platform refused it. */
export async function withRetries<Result>(
  { wait }: Pick<ChatPollerDeps, "wait">,
  signal: AbortSignal,
  ask: () => Promise<Result>,
): Promise<Result> {
  for (const ms of retriesMs) {
    try {
      return await ask();
    } catch (error) {
      const isFinal = error instanceof ChatLimited || (error instanceof ChatError && !isPassing(error));
      if (signal.aborted || isFinal) throw error;
      await wait(ms, signal);
    }
  }
  return ask();
}

/** Why the platform cannot be read at present, as a sentence. */
export function problemSentence(error: unknown): string {
  if (error instanceof ChatLimited) return text.limited(instant(error.until));
  if (isRejection(error)) return text.rejected;
  if (error instanceof ChatError && error.code === "missing_scope") return text.scope(error.needed ?? "");
  if (error instanceof ChatError && error.code === "incomplete") return text.incomplete;
  return text.unreachable(error instanceof Error ? error.message.slice(0, 200) : String(error));
}

function chatTrouble(log: ChatPollerDeps["log"]) {
  let limitedUntil = 0;
  let problem: string | null = null;

  /** Said once, until it is another one. */
  function set(found: string | null): void {
    if (found !== null && found !== problem) log.warn({ problem: found }, "chat");
    if (found === null && problem !== null) log.info("the chat platform is read again");
    problem = found;
  }

  /** One failure ends the pass: what is behind it would fail as well. */
  function failed(error: unknown): void {
    if (error instanceof ChatLimited) limitedUntil = error.until;
    set(problemSentence(error));
  }

  return { set, failed, until: () => limitedUntil, now: () => problem };
}
