import { create } from "zustand";
import type { PendingFile } from "./attachments.ts";

type FilesByDraft = Readonly<Record<string, readonly PendingFile[]>>;

const none: readonly PendingFile[] = [];

/** The files of each unsent message, by draft id. Too large for the browser's storage, so they last as long as the page. */
const usePending = create<{ byDraft: FilesByDraft }>()(() => ({ byDraft: {} }));

export const useFilesOf = (draftId: string): readonly PendingFile[] =>
  usePending(({ byDraft }) => byDraft[draftId] ?? none);

export function changeFiles(
  draftId: string,
  change: (files: readonly PendingFile[]) => readonly PendingFile[],
): void {
  usePending.setState(({ byDraft }) => {
    const { [draftId]: before = none, ...others } = byDraft;
    const files = change(before);
    return { byDraft: files.length === 0 ? others : { ...others, [draftId]: files } };
  });
}
