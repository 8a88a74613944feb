import type { Channel, NotificationPreferences, NotificationType } from "./model.ts";

/** An announcement interrupts a person, so it waits this much longer than the inbox entry. */
const needsInputDelayMs = 30_000;
/** Up to this many entries within `floodMs` are announced one by one; further ones are announced together. */
const floodCount = 5;
export const floodMs = 2 * 60_000;
const gatherMs = 60_000;
/** The same message about the same session is not announced again within this time. */
export const repeatMs = 15 * 60_000;

/** What makes text read other than it is written: control characters, and those that turn the direction around. */
const misleading = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** An agent's words as they are shown where nothing but the name of the app says who speaks. */
export const plainWords = (words: string): string =>
  words
    .replace(misleading, "")
    .replace(/\s*\n\s*/g, "\n")
    .trim()
    .toWellFormed();

export const announceDelayMs = (type: NotificationType): number =>
  type === "session_needs_input" ? needsInputDelayMs : 0;

export type Announcing =
  | { kind: "now" }
  /** Announced together with the others that wait until `at`. */
  | { kind: "together"; at: number }
  | { kind: "never" };

/** When an inbox entry is announced. In a flood, entries are collected to full minutes; in quiet hours, to their end. */
export function decideAnnouncing(
  entry: { isSeen: boolean; isRepeated: boolean; recent: number },
  { quietUntil, now }: { quietUntil: number | null; now: number },
): Announcing {
  if (entry.isSeen || entry.isRepeated) return { kind: "never" };
  if (quietUntil !== null) return { kind: "together", at: quietUntil };
  if (entry.recent <= floodCount) return { kind: "now" };
  return { kind: "together", at: (Math.floor(now / gatherMs) + 1) * gatherMs };
}

/** The entries that the person chose to get on this channel. */
export const wantedOn = <Entry extends { notificationType: NotificationType }>(
  channel: Channel,
  entries: readonly Entry[],
  { types }: NotificationPreferences,
): Entry[] => entries.filter(({ notificationType }) => types[notificationType][channel]);
