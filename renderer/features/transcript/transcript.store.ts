import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { type Folds, flipFold } from "./folds.ts";

export type Detail = "messages" | "work" | "everything";

interface TranscriptView {
  detail: Detail;
  unfolded: Folds;
  /** Counts the times that the end was asked for from outside the transcript. */
  jumps: number;
  /** The find box is open. */
  finding: boolean;
}

export const useTranscriptView = create<TranscriptView>()(() => ({
  detail: readStored(storageKeys.transcriptDetail),
  unfolded: new Set(),
  jumps: 0,
  finding: false,
}));

/** Whoever has just sent a message wants to see it, wherever the transcript was scrolled to. */
export const jumpToLatest = (): void => useTranscriptView.setState(({ jumps }) => ({ jumps: jumps + 1 }));

export function chooseDetail(detail: Detail): void {
  useTranscriptView.setState({ detail });
  writeStored(storageKeys.transcriptDetail, detail);
}

export const showFind = (finding: boolean): void => useTranscriptView.setState({ finding });

/** Folds an entry out, wherever it was. */
export function unfold(key: string): void {
  const { unfolded } = useTranscriptView.getState();
  if (!unfolded.has(key)) useTranscriptView.setState({ unfolded: flipFold(unfolded, key) });
}

/** Whether an entry is folded out, and what turns it. Kept outside the row, which goes away when scrolled past. */
export function useFold(key: string): [boolean, () => void] {
  const open = useTranscriptView((view) => view.unfolded.has(key));
  return [open, () => useTranscriptView.setState(({ unfolded }) => ({ unfolded: flipFold(unfolded, key) }))];
}
