import { useCallback, useMemo } from "react";
import { create } from "zustand";
import { type Drafts, draftsOf, mergeDrafts, newestDraft, pruneDrafts, putDraft } from "./draft-rules.ts";
import { draftIdOf, readStored, storedDraft, storedDraftIds, writeStored } from "./storage-keys.ts";

const readDrafts = (): Drafts =>
  Object.fromEntries(
    storedDraftIds().flatMap((id) => {
      const draft = readStored(storedDraft(id));
      return draft ? [[id, draft] as const] : [];
    }),
  );

function removeDrafts(ids: Iterable<string>): void {
  for (const id of ids) writeStored(storedDraft(id), null);
}

const useDrafts = create<{ drafts: Drafts }>()(() => ({ drafts: pruneDrafts(readDrafts(), Date.now()) }));

const writeAfterMs = 400;
let pendingWrite: ReturnType<typeof setTimeout> | undefined;
/** The drafts this tab changed since its last write; other tabs may own the rest. */
const changed = new Set<string>();

function flushDrafts(): void {
  clearTimeout(pendingWrite);
  pendingWrite = undefined;
  const { drafts: mine } = useDrafts.getState();
  for (const id of changed) writeStored(storedDraft(id), mine[id] ?? null);
  changed.clear();
  const kept = pruneDrafts(readDrafts(), Date.now());
  removeDrafts(storedDraftIds().filter((id) => !Object.hasOwn(kept, id)));
}

/** Updates a draft now and stores it shortly after, so that typing never waits for storage. */
export function saveDraft(id: string, text: string): void {
  const { drafts } = useDrafts.getState();
  const next = putDraft(drafts, { id, text, now: Date.now() });
  if (next === drafts) return;
  useDrafts.setState({ drafts: next });
  changed.add(id);
  pendingWrite ??= setTimeout(flushDrafts, writeAfterMs);
}

/**
 * Discards the drafts of a session. Returns an undo function, which keeps drafts that were written in the meantime.
 */
export function discardDrafts(sessionId: number): () => void {
  const ended = Object.entries(draftsOf(useDrafts.getState().drafts, sessionId));
  for (const [id] of ended) saveDraft(id, "");
  return () => {
    for (const [id, { text }] of ended) if (readDraft(id) === "") saveDraft(id, text);
  };
}

/** Discards all drafts at sign-out, so that the next person in this browser cannot read them. */
export function discardAllDrafts(): void {
  clearTimeout(pendingWrite);
  pendingWrite = undefined;
  changed.clear();
  useDrafts.setState({ drafts: {} });
  removeDrafts(storedDraftIds());
}

/** Loads what other tabs stored, and keeps this tab's unsaved changes. */
function syncDrafts(): void {
  const { drafts: mine } = useDrafts.getState();
  useDrafts.setState({ drafts: mergeDrafts(readDrafts(), { mine, changed }) });
}

/** Shares drafts between tabs, and stores them before the page goes away. */
export function syncDraftsAcrossTabs(): void {
  addEventListener("pagehide", () => pendingWrite !== undefined && flushDrafts());
  addEventListener("storage", ({ key }) => {
    if (key !== null && draftIdOf(key) !== null) syncDrafts();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) syncDrafts();
  });
}

/** The text typed under `id`, kept across pages and restarts until it is cleared. */
export function useDraft(id: string): [string, (text: string) => void] {
  const text = useDrafts((state) => state.drafts[id]?.text ?? "");
  return [text, useCallback((next: string) => saveDraft(id, next), [id])];
}

export const readDraft = (id: string): string => useDrafts.getState().drafts[id]?.text ?? "";

/** The newest draft whose id begins with `prefix`, except `except`. Returns null if there is none. */
export function useNewestDraft(prefix: string, except: string) {
  const drafts = useDrafts((state) => state.drafts);
  return useMemo(() => newestDraft(drafts, { prefix, except }), [drafts, prefix, except]);
}
