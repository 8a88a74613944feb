import type { EnqueuedMessage } from "../../../server/domains/sessions/messages/model.ts";
import type { PickedUp } from "../reorder/move-rules.ts";

export interface QueueEntry {
  message: EnqueuedMessage;
  /** Positions as the service counts them; null where there is nowhere to go. */
  up: number | null;
  down: number | null;
  /** It is being handed to the agent or was never delivered, so it can no longer be changed. */
  lockedAs: "processing" | "undelivered" | null;
}

/** The queue as it is shown, what is on its way first; only what is pending can be moved, and only among its like. */
export function queueEntries(messages: readonly EnqueuedMessage[]): QueueEntry[] {
  const left = messages.filter(({ status }) => status !== "sent");
  const shown = left.toSorted(
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

/** The messages with one that waits put at `index` among those that do; each place keeps its position. */
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

/** The queue with the message that was taken up where it would be put down. */
export function withPickedUp(entries: readonly QueueEntry[], held: PickedUp | null): readonly QueueEntry[] {
  const own = entries.find(({ message }) => message.id === held?.id);
  if (held === null || !own) return entries;
  const others = entries.filter((entry) => entry !== own);
  const firstPending = others.findIndex(({ lockedAs }) => lockedAs === null);
  return others.toSpliced(Math.max(firstPending, 0) + held.to.index, 0, own);
}

const origins: Record<EnqueuedMessage["origin"], string | null> = {
  caller: null,
  automated_pr_merged: "Automatic: the pull request was merged",
  automated_merge_conflict: "Automatic: there is a merge conflict",
  automated_recovery_nudge: "Automatic: the session resumes",
};

/** Who wrote it, when that was not a person. */
export const originText = (origin: EnqueuedMessage["origin"]): string | null => origins[origin];
