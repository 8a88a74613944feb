import { notifyManager } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { type Lift, lift, movesNothing, placeWords, step } from "./move-rules.ts";
import { useReorder } from "./reorder.store.ts";
import { type HeldArea, namesIn } from "./reorder-context.ts";

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

function takeUp(id: number, { latest, say }: HeldArea): boolean {
  const area = latest();
  const held = lift(area.sections, id, area.takenWith(id));
  if (!held) return false;
  useReorder.setState({ lift: held });
  say(
    `Took up ${namesIn(area, id, held.ids)}, ${placeWords(area.sections, held.ids, held.to)}. Arrows move, Space puts down, Escape puts back.`,
  );
  return true;
}

function putDown({ id, ids, to }: Lift, { latest, say }: HeldArea): boolean {
  const area = latest();
  say(`Put down ${namesIn(area, id, ids)}, ${placeWords(area.sections, ids, to)}.`);
  if (!movesNothing(area.sections, ids, to)) area.onMove(ids, to);
  // After the caches have told the list of its new order, so that the row does not jump back in between.
  notifyManager.schedule(() => useReorder.setState({ lift: null }));
  return true;
}

function putBack({ id, ids }: Lift, { latest, say }: HeldArea): boolean {
  useReorder.setState({ lift: null });
  say(`Put ${namesIn(latest(), id, ids)} back where it was.`);
  return true;
}

function go(held: Lift, by: 1 | -1, { latest, say }: HeldArea): boolean {
  const { sections } = latest();
  const next = step(sections, held, by);
  useReorder.setState({ lift: next });
  say(placeWords(sections, next.ids, next.to));
  return true;
}

function isDone({ key }: KeyboardEvent, id: number, area: HeldArea): boolean {
  const { lift: held } = useReorder.getState();
  if (held?.id !== id) return key === " " && takeUp(id, area);
  if (key === " " || key === "Enter") return putDown(held, area);
  if (key === "Escape") return putBack(held, area);
  const by = steps[key];
  if (by !== undefined) return go(held, by, area);
  // The focus goes on, and nothing may stay in the air.
  if (key === "Tab") putBack(held, area);
  return false;
}

/** The keys of a grip: Space takes up and puts down, the arrows move, Escape puts back. */
export function liftingKeys(event: KeyboardEvent, id: number, area: HeldArea): void {
  if (!isDone(event, id, area)) return;
  event.preventDefault();
  event.stopPropagation();
}
