import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { EnqueuedMessage } from "../../../server/domains/sessions/messages/model.ts";
import { optimisticUpdate } from "../../lib/optimistic-update.ts";
import { liveKeys } from "../live/apply-event.ts";
import type { Place } from "../reorder/move-rules.ts";
import type { ReorderOptions } from "../reorder/reorder-context.ts";
import { moveMessage } from "./api.ts";
import { type QueueEntry, withMessageMoved } from "./view-model.ts";

type Held = { enqueued_messages: EnqueuedMessage[] };
const nameLength = 60;
const alone = (id: number): readonly number[] => [id];

/** The messages that wait, to be moved by hand; the new order is shown at once, and the service's own once it is read. */
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
    () => [{ key: "queue", title: "the queue", ids: pending.map(({ id }) => id) }],
    [pending],
  );
  const onMove = useCallback(
    ([id = 0]: readonly number[], { index }: Place): void => {
      const position = pending[index]?.position;
      if (position === undefined) return;
      optimisticUpdate<Held>(client, liveKeys.messages(sessionId), (held) => ({
        ...held,
        enqueued_messages: withMessageMoved(held.enqueued_messages, id, index),
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
