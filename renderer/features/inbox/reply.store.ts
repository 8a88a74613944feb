import { create } from "zustand";

/** The entry whose session is replied to in place; null if there is none. */
export const useReplying = create<{ id: number | null }>()(() => ({ id: null }));

export const replyTo = (id: number | null): void => useReplying.setState({ id });
