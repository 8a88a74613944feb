import { text } from "./text.ts";

/** A part of a list with an order; rows may be moved to another one. */
export interface Section {
  key: string;
  title: string;
  ids: readonly number[];
}

/** Where rows are dropped; the index counts only the rows that stay. */
export interface Place {
  section: string;
  index: number;
}

/** Rows that were picked up with the keyboard, and where they would be dropped. */
export interface PickedUp {
  /** The row whose handle was used. */
  id: number;
  /** All picked-up rows, from top to bottom. */
  ids: readonly number[];
  to: Place;
}

export type Edge = "before" | "after";

const without = (ids: readonly number[], moved: readonly number[]): number[] =>
  ids.filter((id) => !moved.includes(id));

export function pickUp(sections: readonly Section[], id: number, ids: readonly number[]): PickedUp | null {
  const found = sections.find((section) => section.ids.includes(id));
  if (!found) return null;
  const index = without(found.ids.slice(0, found.ids.indexOf(id)), ids).length;
  return { id, ids, to: { section: found.key, index } };
}

/** One place up or down, or into the next section; unchanged at the end of the list. */
export function moveBy(sections: readonly Section[], pickedUp: PickedUp, by: 1 | -1): PickedUp {
  const at = sections.findIndex(({ key }) => key === pickedUp.to.section);
  const here = sections[at];
  if (!here) return pickedUp;
  const index = pickedUp.to.index + by;
  const staying = ({ ids }: Section): number => without(ids, pickedUp.ids).length;
  if (index >= 0 && index <= staying(here)) return { ...pickedUp, to: { ...pickedUp.to, index } };
  const next = sections[at + by];
  if (!next) return pickedUp;
  return { ...pickedUp, to: { section: next.key, index: by === 1 ? 0 : staying(next) } };
}

/** The ids of each section after the rows are dropped there, in order. */
export function withMove(sections: readonly Section[], ids: readonly number[], to: Place): Section[] {
  return sections.map((section) => {
    const staying = without(section.ids, ids);
    return { ...section, ids: section.key === to.section ? staying.toSpliced(to.index, 0, ...ids) : staying };
  });
}

/** Whether dropping the rows there changes nothing. */
export function isSameOrder(sections: readonly Section[], ids: readonly number[], to: Place): boolean {
  const after = withMove(sections, ids, to);
  return sections.every((section, at) => section.ids.join() === after[at]?.ids.join());
}

/** Where a pointer drops rows above or below the middle of another one; null if nothing moves. */
export function dropPlace(
  sections: readonly Section[],
  ids: readonly number[],
  on: { id: number; edge: Edge },
): Place | null {
  const target = sections.find((section) => section.ids.includes(on.id));
  if (!target || ids.includes(on.id) || !sections.some((section) => section.ids.includes(ids[0] ?? 0)))
    return null;
  const at = without(target.ids, ids).indexOf(on.id);
  const to = { section: target.key, index: at + (on.edge === "after" ? 1 : 0) };
  return isSameOrder(sections, ids, to) ? null : to;
}

/** "3 of 10 in Spot"; the position of the first one if there are several. */
export function placeText(sections: readonly Section[], ids: readonly number[], to: Place): string {
  const section = withMove(sections, ids, to).find(({ key }) => key === to.section);
  return section ? text.place(to.index + 1, section.ids.length, section.title) : "";
}
