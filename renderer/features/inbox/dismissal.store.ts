import { create } from "zustand";

/** So long a dismissal can be taken back; the service knows no way back from it, so it is told only then. */
export const undoMs = 11_000;

/** Entries that are out of sight already and not dismissed yet. */
export const useLeaving = create<{ ids: ReadonlySet<number> }>()(() => ({ ids: new Set() }));

export const leave = (id: number): void =>
  useLeaving.setState(({ ids }) => (ids.has(id) ? { ids } : { ids: new Set([...ids, id]) }));

export const stay = (id: number): void =>
  useLeaving.setState(({ ids }) => ({ ids: new Set([...ids].filter((one) => one !== id)) }));
