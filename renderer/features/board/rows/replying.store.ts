import { create } from "zustand";

/** The session that is replied to in its row; null if there is none. */
export const useReplyingRow = create<{ id: number | null }>()(() => ({ id: null }));

export const replyInRow = (id: number | null): void => useReplyingRow.setState({ id });
