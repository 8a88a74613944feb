import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { BacklogItem, Cost } from "../../../server/domains/scheduling/work-backlog/model.ts";
import { optimisticUpdate } from "../../lib/optimistic-update.ts";
import { toastError } from "../../ui/toasts.ts";
import type { Place } from "../reorder/move-rules.ts";
import { ReorderableList } from "../reorder/ReorderableList.tsx";
import { useReorderState } from "../reorder/reorder.store.ts";
import type { ReorderOptions } from "../reorder/reorder-context.ts";
import { type BacklogList, backlogKey, place, useBacklogChange } from "./api.ts";
import { BacklogRow } from "./BacklogRow.tsx";
import type { Ask } from "./ItemDialogs.tsx";
import { text } from "./text.ts";
import { groupsOf, movedTo, neighbors, withBandOrder, withPickedUp } from "./view-model.ts";

interface GroupProps {
  title: string;
  hint: string;
  /** The items of the group. */
  items: readonly BacklogItem[];
  /** All that are queued. */
  all: readonly BacklogItem[];
  ask: Ask;
}

function Group({ title, hint, items, all, ask }: GroupProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h2 className="flex items-baseline gap-2 text-sm font-semibold">
        {title}
        <span className="text-xs font-normal text-faint">
          {text.count(items.length)} · {hint}
        </span>
      </h2>
      <ol aria-label={title} className="rounded-lg border border-line bg-surface">
        {items.map((item) => (
          <BacklogRow key={item.id} item={item} items={all} ask={ask} />
        ))}
      </ol>
    </section>
  );
}

const alone = (id: number): readonly number[] => [id];

/** Moves an item inside its band; the new order shows at once. */
function useReorderBand(items: readonly BacklogItem[], title: string): ReorderOptions {
  const client = useQueryClient();
  const { mutate } = useBacklogChange();
  const sections = useMemo(() => [{ key: title, title, ids: items.map(({ id }) => id) }], [items, title]);
  const onMove = useCallback(
    ([id = 0]: readonly number[], { index }: Place): void => {
      const between = neighbors(items, id, index);
      optimisticUpdate<BacklogList>(client, backlogKey("queued"), (cached) => ({
        ...cached,
        work_backlog_items: withBandOrder(cached.work_backlog_items, movedTo(items, id, index)),
      }));
      mutate(() => place(id, between), { onError: (error) => toastError(text.failed.move, error) });
    },
    [client, items, mutate],
  );
  const nameOf = useCallback((id: number) => items.find((item) => item.id === id)?.title ?? "", [items]);
  return { sections, nameOf, movesWith: alone, onMove };
}

function Band({ cost, items, ...shared }: { cost: Cost } & Pick<GroupProps, "items" | "all" | "ask">) {
  const title = text.band[cost];
  const area = useReorderBand(items, title);
  const pickedUp = useReorderState((state) => state.pickedUp);
  const own = pickedUp && items.some(({ id }) => id === pickedUp.id) ? pickedUp : null;
  if (items.length === 0) return null;
  return (
    <ReorderableList on={items.length > 1} {...area}>
      <Group title={title} hint={text.bandHint[cost]} items={withPickedUp(items, own)} {...shared} />
    </ReorderableList>
  );
}

/** What waits to be started, by band; drag and the keyboard move an item inside its own. */
export function QueuedItems({ items, ask }: { items: readonly BacklogItem[]; ask: Ask }) {
  const groups = groupsOf(items);
  return (
    <div className="flex flex-col gap-5">
      {groups.pinned.length > 0 && (
        <Group title={text.pinned} hint={text.pinnedHint} items={groups.pinned} all={items} ask={ask} />
      )}
      {groups.bands.map((band) => (
        <Band key={band.cost} {...band} all={items} ask={ask} />
      ))}
    </div>
  );
}
