import { create } from "zustand";

/** How long a dismissal can be undone. The service cannot undo one, so the request is sent only then. */
export const undoMs = 11_000;

/** Entries that are hidden already but not dismissed yet. */
export const useLeaving = create<{ ids: ReadonlySet<number> }>()(() => ({ ids: new Set() }));

export const leave = (leaving: readonly number[]): void =>
  useLeaving.setState(({ ids }) => ({ ids: new Set([...ids, ...leaving]) }));

export const stay = (staying: readonly number[]): void =>
  useLeaving.setState(({ ids }) => ({ ids: new Set([...ids].filter((one) => !staying.includes(one))) }));
