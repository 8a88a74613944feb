import type { EnqueuedMessage } from "../../../server/domains/turns/messages/model.ts";
import type { PickedUp } from "../reorder/move-rules.ts";

export interface QueueEntry {
  message: EnqueuedMessage;
  /** The service's positions to move to; null at the ends. */
  up: number | null;
  down: number | null;
  /** Why the message can no longer be changed. */
  lockedAs: "processing" | "undelivered" | null;
}

/** The queue as shown, with messages being delivered first. Only pending messages can be moved, among each other. */
export function queueEntries(messages: readonly EnqueuedMessage[]): QueueEntry[] {
  const unsent = messages.filter(({ status }) => status !== "sent");
  const shown = unsent.toSorted(
    (a, b) => Number(b.status === "processing") - Number(a.status === "processing"),
  );
  const pending = shown.filter(({ status }) => status === "pending");
  return shown.map((message) => {
    const at = pending.indexOf(message);
    const lockedAs =
      message.status === "processing" || message.status === "undelivered" ? message.status : null;
    return {
      message,
      up: at > 0 ? (pending[at - 1]?.position ?? null) : null,
      down: at >= 0 ? (pending[at + 1]?.position ?? null) : null,
      lockedAs,
    };
  });
}

/** Moves a pending message to `index` among the pending ones; each place keeps its position number. */
export function withMessageMoved(
  messages: readonly EnqueuedMessage[],
  id: number,
  index: number,
): EnqueuedMessage[] {
  const pending = messages.filter(({ status }) => status === "pending");
  const own = pending.find((message) => message.id === id);
  if (!own) return [...messages];
  const order = pending.filter((message) => message !== own).toSpliced(index, 0, own);
  const placed = order.map((message, at) => ({
    ...message,
    position: pending[at]?.position ?? message.position,
  }));
  return [...messages.filter(({ status }) => status !== "pending"), ...placed];
}

/** The queue with the picked-up message where it would be dropped. */
export function withPickedUp(
  entries: readonly QueueEntry[],
  pickedUp: PickedUp | null,
): readonly QueueEntry[] {
  const own = entries.find(({ message }) => message.id === pickedUp?.id);
  if (pickedUp === null || !own) return entries;
  const others = entries.filter((entry) => entry !== own);
  const firstPending = others.findIndex(({ lockedAs }) => lockedAs === null);
  return others.toSpliced(Math.max(firstPending, 0) + pickedUp.to.index, 0, own);
}
