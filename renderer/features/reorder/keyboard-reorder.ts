import { notifyManager } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { isSameOrder, moveBy, type PickedUp, pickUp, placeText } from "./move-rules.ts";
import { useReorderState } from "./reorder.store.ts";
import { describeItems, type ReorderContextValue } from "./reorder-context.ts";
import { text } from "./text.ts";

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

function pickUpItem(id: number, { options, announce }: ReorderContextValue): boolean {
  const area = options();
  const pickedUp = pickUp(area.sections, id, area.movesWith(id));
  if (!pickedUp) return false;
  useReorderState.setState({ pickedUp });
  announce(
    text.pickedUp(describeItems(area, id, pickedUp.ids), placeText(area.sections, pickedUp.ids, pickedUp.to)),
  );
  return true;
}

function drop({ id, ids, to }: PickedUp, { options, announce }: ReorderContextValue): boolean {
  const area = options();
  announce(text.dropped(describeItems(area, id, ids), placeText(area.sections, ids, to)));
  if (!isSameOrder(area.sections, ids, to)) area.onMove(ids, to);
  // After the caches have notified the list, so that the row does not jump back in between.
  notifyManager.schedule(() => useReorderState.setState({ pickedUp: null }));
  return true;
}

function cancel({ id, ids }: PickedUp, { options, announce }: ReorderContextValue): boolean {
  useReorderState.setState({ pickedUp: null });
  announce(text.canceled(describeItems(options(), id, ids)));
  return true;
}

function move(pickedUp: PickedUp, by: 1 | -1, { options, announce }: ReorderContextValue): boolean {
  const { sections } = options();
  const next = moveBy(sections, pickedUp, by);
  useReorderState.setState({ pickedUp: next });
  announce(placeText(sections, next.ids, next.to));
  return true;
}

function isDone({ key }: KeyboardEvent, id: number, area: ReorderContextValue): boolean {
  const { pickedUp } = useReorderState.getState();
  if (pickedUp?.id !== id) return key === " " && pickUpItem(id, area);
  if (key === " " || key === "Enter") return drop(pickedUp, area);
  if (key === "Escape") return cancel(pickedUp, area);
  const by = steps[key];
  if (by !== undefined) return move(pickedUp, by, area);
  // The focus moves away, so the move ends.
  if (key === "Tab") cancel(pickedUp, area);
  return false;
}

/** The keys of a drag handle: Space picks up and drops, the arrows move, Escape cancels. */
export function handleReorderKey(event: KeyboardEvent, id: number, area: ReorderContextValue): void {
  if (!isDone(event, id, area)) return;
  event.preventDefault();
  event.stopPropagation();
}
