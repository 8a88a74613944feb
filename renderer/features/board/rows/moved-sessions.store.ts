import { create } from "zustand";
import type { BoardGroup } from "../view-model.ts";

/** Sessions whose rank was changed by hand on this page. */
export const useMovedSessions = create<{ ids: ReadonlySet<number> }>()(() => ({ ids: new Set() }));

export const addMovedSessions = (ids: readonly number[]): void =>
  useMovedSessions.setState((state) => ({ ids: new Set([...state.ids, ...ids]) }));

/** Changes when the list has a rank that was changed here, so that these rows move even under a pointer. */
export function movedRanksKey(groups: readonly BoardGroup[], ids: ReadonlySet<number>): string {
  if (ids.size === 0) return "";
  const own = groups.flatMap(({ sessions }) => sessions.filter(({ id }) => ids.has(id)));
  return own
    .map(({ id, priority_class: cls, precedence }) => `${id}:${cls}${precedence}`)
    .toSorted()
    .join();
}
