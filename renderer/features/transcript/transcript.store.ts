import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { type Folds, flipFold, foldAll, isOpen, noFolds } from "./folds.ts";
import { type EntryKind, turnedKind } from "./kinds.ts";

interface TranscriptView {
  kinds: readonly EntryKind[];
  folds: Folds;
  /** Each entry as it is stored, and not as it reads best. */
  raw: boolean;
  /** Counts the times that the end was asked for from outside the transcript. */
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

/** Whoever has just sent a message wants to see it, wherever the transcript was scrolled to. */
export const jumpToLatest = (): void => useTranscriptView.setState(({ jumps }) => ({ jumps: jumps + 1 }));

/** Shows a kind of entries, or hides it; kept for every transcript. */
export function turnKind(kind: EntryKind): void {
  const kinds = turnedKind(useTranscriptView.getState().kinds, kind);
  useTranscriptView.setState({ kinds });
  writeStored(storageKeys.transcriptKinds, kinds);
}

export const showFind = (finding: boolean): void => useTranscriptView.setState({ finding });

export const showRaw = (raw: boolean): void => useTranscriptView.setState({ raw });

export const foldEverything = (open: boolean): void => useTranscriptView.setState({ folds: foldAll(open) });

/** Folds an entry out, wherever it was. */
export function unfold(key: string, opensItself: boolean): void {
  const { folds } = useTranscriptView.getState();
  if (!isOpen(folds, { key, opensItself })) useTranscriptView.setState({ folds: flipFold(folds, key) });
}

/** Folds a part of an entry out: what is longer than a screen, whatever was asked for the whole transcript. */
export function unfoldPart(key: string): void {
  const { folds } = useTranscriptView.getState();
  if (!folds.turned.has(key)) useTranscriptView.setState({ folds: flipFold(folds, key) });
}

/** The same for a part of an entry. */
export function usePartFold(key: string): [boolean, () => void] {
  const open = useTranscriptView((view) => view.folds.turned.has(key));
  return [open, () => useTranscriptView.setState(({ folds }) => ({ folds: flipFold(folds, key) }))];
}

/** Whether an entry is folded out, and what turns it. Kept outside the row, which goes away when scrolled past. */
export function useFold(key: string, opensItself = false): [boolean, () => void] {
  const open = useTranscriptView((view) => isOpen(view.folds, { key, opensItself }));
  return [open, () => useTranscriptView.setState(({ folds }) => ({ folds: flipFold(folds, key) }))];
}
