import type { Announcement, Channel, NotificationPreferences, NotificationType } from "./model.ts";

/** What calls a person away from other work waits this much longer than the inbox does. */
const restSettleMs = 30_000;
/** So many within this time are told one by one; the rest of them together. */
const floodCount = 5;
export const floodMs = 2 * 60_000;
const gatherMs = 60_000;
/** The same words about the same session are not said again within it. */
export const repeatMs = 15 * 60_000;

export const announceDelayMs = (type: NotificationType): number =>
  type === "session_needs_input" ? restSettleMs : 0;

export type Announcing =
  | { kind: "now" }
  /** Told together with the others that wait until then. */
  | { kind: "together"; at: number }
  | { kind: "never" };

/** How an entry of the inbox is announced. Those of a flood meet at full minutes, and those of a night at its end. */
export function decideAnnouncing(
  entry: { isSeen: boolean; isRepeated: boolean; recent: number },
  { quietUntil, now }: { quietUntil: number | null; now: number },
): Announcing {
  if (entry.isSeen || entry.isRepeated) return { kind: "never" };
  if (quietUntil !== null) return { kind: "together", at: quietUntil };
  if (entry.recent <= floodCount) return { kind: "now" };
  return { kind: "together", at: (Math.floor(now / gatherMs) + 1) * gatherMs };
}

/** Those that the person wants to have there. */
export const wantedOn = <Entry extends { notificationType: NotificationType }>(
  channel: Channel,
  entries: readonly Entry[],
  { types }: NotificationPreferences,
): Entry[] => entries.filter(({ notificationType }) => types[notificationType][channel]);

const words: Record<NotificationType, (count: number) => string> = {
  session_needs_input: (count) => (count === 1 ? "1 needs input" : `${count} need input`),
  session_failed: (count) => `${count} failed`,
  elicitation: (count) => (count === 1 ? "1 question" : `${count} questions`),
  push: (count) => (count === 1 ? "1 message" : `${count} messages`),
};

/** Many entries in one. */
export function digest(types: readonly NotificationType[]): Announcement {
  const counts = new Map<NotificationType, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return {
    title: `${types.length} new in your inbox`,
    body: [...counts].map(([type, count]) => words[type](count)).join(", "),
    url: "/inbox",
    tag: "inbox",
  };
}
