import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { EnqueuedMessage } from "../../../server/domains/turns/messages/model.ts";
import { optimisticUpdate } from "../../lib/optimistic-update.ts";
import { liveKeys } from "../live/apply-event.ts";
import type { Place } from "../reorder/move-rules.ts";
import type { ReorderOptions } from "../reorder/reorder-context.ts";
import { moveMessage } from "./api.ts";
import { text } from "./text.ts";
import { type QueueEntry, withMessageMoved } from "./view-model.ts";

type CachedMessages = { enqueued_messages: EnqueuedMessage[] };
const nameLength = 60;
const alone = (id: number): readonly number[] => [id];

/** Reorders the queued messages; the new order shows at once, until the service's order is loaded. */
export function useReorderQueue(
  sessionId: number,
  entries: readonly QueueEntry[],
  change: (run: () => Promise<unknown>) => void,
): ReorderOptions {
  const client = useQueryClient();
  const pending = useMemo(
    () => entries.flatMap(({ message, lockedAs }) => (lockedAs === null ? [message] : [])),
    [entries],
  );
  const sections = useMemo(
    () => [{ key: "queue", title: text.messageQueue.name, ids: pending.map(({ id }) => id) }],
    [pending],
  );
  const onMove = useCallback(
    ([id = 0]: readonly number[], { index }: Place): void => {
      const position = pending[index]?.position;
      if (position === undefined) return;
      optimisticUpdate<CachedMessages>(client, liveKeys.messages(sessionId), (cached) => ({
        ...cached,
        enqueued_messages: withMessageMoved(cached.enqueued_messages, id, index),
      }));
      change(() => moveMessage(sessionId, id, position));
    },
    [client, sessionId, pending, change],
  );
  const nameOf = useCallback(
    (id: number) => pending.find((message) => message.id === id)?.content.slice(0, nameLength) ?? "",
    [pending],
  );
  return { sections, nameOf, movesWith: alone, onMove };
}
