import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import { optimisticUpdate } from "../../lib/optimistic-update.ts";
import type { Place } from "../reorder/move-rules.ts";
import type { ReorderOptions } from "../reorder/reorder-context.ts";
import { moveBetween, queueKey, type SpotQueue } from "./api.ts";
import { text } from "./text.ts";
import { movedTo, neighbors } from "./view-model.ts";

const alone = (id: number): readonly number[] => [id];

/** Reorders the queue; the new order shows at once, until the service's order is loaded. */
export function useReorderSpotQueue(
  entries: readonly QueueEntry[],
  change: (run: () => Promise<unknown>) => void,
): ReorderOptions {
  const client = useQueryClient();
  const sections = useMemo(
    () => [{ key: "spot", title: text.list, ids: entries.map(({ id }) => id) }],
    [entries],
  );
  const onMove = useCallback(
    ([id = 0]: readonly number[], { index }: Place): void => {
      const place = neighbors(entries, id, index);
      optimisticUpdate<SpotQueue>(client, queueKey, (cached) => ({
        ...cached,
        entries: movedTo(cached.entries, id, index),
      }));
      change(() => moveBetween(id, place));
    },
    [client, entries, change],
  );
  const nameOf = useCallback(
    (id: number) => entries.find((entry) => entry.id === id)?.title ?? "",
    [entries],
  );
  return { sections, nameOf, movesWith: alone, onMove };
}
