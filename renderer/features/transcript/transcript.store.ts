import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { type EntryKind, toggleKind } from "./entry-kinds.ts";
import { type Folds, flipFold, foldAll, isOpen, noFolds } from "./folds.ts";

interface TranscriptView {
  kinds: readonly EntryKind[];
  folds: Folds;
  /** Shows entries as stored. */
  raw: boolean;
  /** Counts the requests to jump to the end. */
  jumps: number;
  /** The find box is open. */
  finding: boolean;
}

export const useTranscriptView = create<TranscriptView>()(() => ({
  kinds: readStored(storageKeys.transcriptKinds),
  folds: noFolds,
  raw: false,
  jumps: 0,
  finding: false,
}));

/** Jumps to the end after a message was sent. */
export const jumpToLatest = (): void => useTranscriptView.setState(({ jumps }) => ({ jumps: jumps + 1 }));

/** Shows or hides a kind of entries; kept for every transcript. */
export function turnKind(kind: EntryKind): void {
  const kinds = toggleKind(useTranscriptView.getState().kinds, kind);
  useTranscriptView.setState({ kinds });
  writeStored(storageKeys.transcriptKinds, kinds);
}

export const showFind = (finding: boolean): void => useTranscriptView.setState({ finding });

export const showRaw = (raw: boolean): void => useTranscriptView.setState({ raw });

export const foldEverything = (open: boolean): void => useTranscriptView.setState({ folds: foldAll(open) });

/** Expands an entry. */
export function unfold(key: string, isOpenAtFirst: boolean): void {
  const { folds } = useTranscriptView.getState();
  if (!isOpen(folds, { key, isOpenAtFirst })) useTranscriptView.setState({ folds: flipFold(folds, key) });
}

/** Expands a part of an entry that is longer than a screen, regardless of "Collapse all". */
export function unfoldPart(key: string): void {
  const { folds } = useTranscriptView.getState();
  if (!folds.turned.has(key)) useTranscriptView.setState({ folds: flipFold(folds, key) });
}

/** The same for a part of an entry. */
export function usePartFold(key: string): [boolean, () => void] {
  const open = useTranscriptView((view) => view.folds.turned.has(key));
  return [open, () => useTranscriptView.setState(({ folds }) => ({ folds: flipFold(folds, key) }))];
}

/** Whether an entry is expanded, and how to toggle it. Kept outside the row, which is unmounted when scrolled past. */
export function useFold(key: string, isOpenAtFirst = false): [boolean, () => void] {
  const open = useTranscriptView((view) => isOpen(view.folds, { key, isOpenAtFirst }));
  return [open, () => useTranscriptView.setState(({ folds }) => ({ folds: flipFold(folds, key) }))];
}
