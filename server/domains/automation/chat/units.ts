import { everywhere, firesSince, type WatchedCondition } from "../triggers/index.ts";
import { chatConditionOf } from "./rules.ts";

/** The top level of a channel, or one thread, that conditions need read. */
export interface Unit {
  channel: string;
  name: string;
  isDirect: boolean;
  /** Empty for the top level. */
  thread: string;
  /** Whether the replies in its threads are read as well. */
  hasThreads: boolean;
  /** Whether the last day of the top level is read again, for what came before its messages and into its threads. */
  looksBack: boolean;
  /** Our time: what happened before does not concern any of its conditions. */
  since: number;
  conditionIds: number[];
}

/** What the bot is in. */
export interface Memberships {
  channels: readonly { id: string; name: string }[];
  directs: readonly { id: string }[];
}

/** What must be known of the bot's channels for these conditions. */
export function membershipsNeeded(conditions: readonly WatchedCondition[]) {
  const read = conditions.map(({ configuration }) => chatConditionOf(configuration));
  const anywhere = read.filter(({ channel }) => channel === null);
  return {
    channels: anywhere.some(({ event }) => event !== "dm_message"),
    directs: anywhere.some(({ event }) => event === "dm_message" || event === "bot_mention"),
  };
}

/** What is to be read for these conditions, each place once. */
export function unitsOf(conditions: readonly WatchedCondition[], { channels, directs }: Memberships): Unit[] {
  const units = new Map<string, Unit>();

  function add(condition: WatchedCondition, place: Omit<Unit, "since" | "conditionIds">): void {
    const key = `${place.channel} ${place.thread}`;
    const at = firesSince(condition.since, everywhere) ?? 0;
    const held = units.get(key);
    units.set(key, {
      ...place,
      hasThreads: place.hasThreads || held?.hasThreads === true,
      looksBack: place.looksBack || held?.looksBack === true,
      since: Math.min(held?.since ?? at, at),
      conditionIds: [...(held?.conditionIds ?? []), condition.id],
    });
  }

  for (const condition of conditions) {
    const { event, channel, thread } = chatConditionOf(condition.configuration);
    const isDirectOnly = event === "dm_message";
    const hasThreads = event !== "new_message" && event !== "passive_listen_channel";
    const looksBack = event !== "new_message";
    if (channel !== null && !isDirectOnly) {
      const isDirect = channel.startsWith("D");
      add(condition, {
        channel,
        name: "",
        isDirect,
        thread: thread ?? "",
        hasThreads: hasThreads && thread === null,
        looksBack,
      });
    } else if (!isDirectOnly) {
      for (const { id, name } of channels)
        add(condition, { channel: id, name, isDirect: false, thread: "", hasThreads, looksBack });
    }
    if (isDirectOnly || (event === "bot_mention" && channel === null))
      for (const { id } of directs)
        add(condition, { channel: id, name: "", isDirect: true, thread: "", hasThreads: true, looksBack });
  }
  return [...units.values()];
}
