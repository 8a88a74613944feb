import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sessionDraft } from "./draft-rules.ts";
import { discardAllDrafts, discardDrafts, readDraft, saveDraft } from "./drafts.ts";
import { storedDraft } from "./storage-keys.ts";

const message = sessionDraft(1, "message");
const title = sessionDraft(1, "title");

/** The storage that all tabs of the browser share; `meanwhile` runs before each write. */
let memory = new Map<string, string>();
let meanwhile: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  memory = new Map();
  meanwhile = undefined;
  vi.stubGlobal("localStorage", {
    get length() {
      return memory.size;
    },
    key: (at: number) => [...memory.keys()][at] ?? null,
    getItem: (key: string) => memory.get(key) ?? null,
    removeItem: (key: string) => void memory.delete(key),
    setItem: (key: string, value: string) => {
      meanwhile?.();
      memory.set(key, value);
    },
  });
});

afterEach(() => {
  discardAllDrafts();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("discards the drafts of one session and keeps the others", () => {
  saveDraft(message, "Half a thought");
  saveDraft(sessionDraft(2, "message"), "Another");
  discardDrafts(1);
  expect(readDraft(message)).toBe("");
  expect(readDraft(sessionDraft(2, "message"))).toBe("Another");
});

it("restores discarded drafts on undo, except those that were written in the meantime", () => {
  saveDraft(message, "Half a thought");
  saveDraft(title, "A title");
  const restore = discardDrafts(1);
  saveDraft(title, "A newer title");
  restore();
  expect(readDraft(message)).toBe("Half a thought");
  expect(readDraft(title)).toBe("A newer title");
});

it("discards all drafts at once", () => {
  saveDraft(message, "Half a thought");
  saveDraft("trigger:new", "{}");
  discardAllDrafts();
  expect([readDraft(message), readDraft("trigger:new")]).toEqual(["", ""]);
});

it("keeps what another tab writes at the same time", () => {
  const theirs = storedDraft(title).key;
  const text = JSON.stringify({ text: "Theirs", savedAt: Date.now() });
  meanwhile = () => void memory.set(theirs, text);
  saveDraft(message, "Ours");
  vi.runAllTimers();
  expect(memory.get(theirs)).toBe(text);
  expect(memory.get(storedDraft(message).key)).toContain("Ours");
});

it("removes pruned and discarded drafts from storage", () => {
  memory.set(storedDraft("old").key, JSON.stringify({ text: "From long ago", savedAt: 0 }));
  memory.set("another.thing", "{}");
  saveDraft(message, "Half a thought");
  vi.runAllTimers();
  expect([...memory.keys()]).toEqual(["another.thing", storedDraft(message).key]);
  discardDrafts(1);
  vi.runAllTimers();
  expect([...memory.keys()]).toEqual(["another.thing"]);
});
