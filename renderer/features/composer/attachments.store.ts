import { create } from "zustand";
import type { PendingFile } from "./attachments.ts";

type Held = Readonly<Record<string, readonly PendingFile[]>>;

const none: readonly PendingFile[] = [];

/** The files of each unsent message, under the id of its draft. Too large for the browser's storage: they go with the page. */
const useHeld = create<{ held: Held }>()(() => ({ held: {} }));

export const useFilesOf = (draftId: string): readonly PendingFile[] =>
  useHeld(({ held }) => held[draftId] ?? none);

export function changeFiles(
  draftId: string,
  change: (files: readonly PendingFile[]) => readonly PendingFile[],
): void {
  useHeld.setState(({ held }) => {
    const { [draftId]: before = none, ...others } = held;
    const files = change(before);
    return { held: files.length === 0 ? others : { ...others, [draftId]: files } };
  });
}
