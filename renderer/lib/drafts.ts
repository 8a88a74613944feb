import { useCallback } from "react";
import { create } from "zustand";
import { type Drafts, pruneDrafts, putDraft } from "./draft-list.ts";
import { readStored, storageKeys, writeStored } from "./storage-keys.ts";

const useDrafts = create<{ drafts: Drafts }>()(() => ({
  drafts: pruneDrafts(readStored(storageKeys.drafts), Date.now()),
}));

const writeAfterMs = 400;
let pendingWrite: ReturnType<typeof setTimeout> | undefined;

function flushDrafts(): void {
  clearTimeout(pendingWrite);
  pendingWrite = undefined;
  writeStored(storageKeys.drafts, useDrafts.getState().drafts);
}

/** Changes a draft now and stores it shortly after, so that typing never waits on storage. */
export function saveDraft(id: string, text: string): void {
  const { drafts } = useDrafts.getState();
  const next = putDraft(drafts, { id, text, now: Date.now() });
  if (next === drafts) return;
  useDrafts.setState({ drafts: next });
  pendingWrite ??= setTimeout(flushDrafts, writeAfterMs);
}

/** A page that goes away takes its timers with it. */
export function keepDraftsOnLeaving(): void {
  addEventListener("pagehide", () => pendingWrite !== undefined && flushDrafts());
}

/** The text typed under `id`, kept across pages and restarts until it is cleared. */
export function useDraft(id: string): [string, (text: string) => void] {
  const text = useDrafts((state) => state.drafts[id]?.text ?? "");
  return [text, useCallback((next: string) => saveDraft(id, next), [id])];
}

export const readDraft = (id: string): string => useDrafts.getState().drafts[id]?.text ?? "";
