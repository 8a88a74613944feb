/** A part of a list within which order means something; what is moved may end in another one. */
export interface Section {
  key: string;
  title: string;
  ids: readonly number[];
}

/** Where something is put down; the index counts what stays only. */
export interface Place {
  section: string;
  index: number;
}

/** What was taken up with a key, and where it would be put down now. */
export interface PickedUp {
  /** The one whose grip it was. */
  id: number;
  /** With all that goes along, from top to bottom. */
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

/** One place up or down, into the next section at an end; the same where there is nowhere to go. */
export function moveBy(sections: readonly Section[], held: PickedUp, by: 1 | -1): PickedUp {
  const at = sections.findIndex(({ key }) => key === held.to.section);
  const here = sections[at];
  if (!here) return held;
  const index = held.to.index + by;
  const staying = ({ ids }: Section): number => without(ids, held.ids).length;
  if (index >= 0 && index <= staying(here)) return { ...held, to: { ...held.to, index } };
  const next = sections[at + by];
  if (!next) return held;
  return { ...held, to: { section: next.key, index: by === 1 ? 0 : staying(next) } };
}

/** The ids of each section once these are put down there, one after the other. */
export function withMove(sections: readonly Section[], ids: readonly number[], to: Place): Section[] {
  return sections.map((section) => {
    const staying = without(section.ids, ids);
    return { ...section, ids: section.key === to.section ? staying.toSpliced(to.index, 0, ...ids) : staying };
  });
}

/** Whether all stands as it did once they are put down there. */
export function isSameOrder(sections: readonly Section[], ids: readonly number[], to: Place): boolean {
  const after = withMove(sections, ids, to);
  return sections.every((section, at) => section.ids.join() === after[at]?.ids.join());
}

/** Where a pointer puts them down that let go above or below the middle of another; null where nothing moves. */
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

/** "3 of 10 in Spot"; several are told by the first. */
export function placeText(sections: readonly Section[], ids: readonly number[], to: Place): string {
  const section = withMove(sections, ids, to).find(({ key }) => key === to.section);
  return section ? `${to.index + 1} of ${section.ids.length} in ${section.title}` : "";
}
