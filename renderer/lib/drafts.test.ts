import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sessionDraft } from "./draft-rules.ts";
import { discardAllDrafts, discardDrafts, readDraft, saveDraft } from "./drafts.ts";
import { storedDraft } from "./storage-keys.ts";

const message = sessionDraft(1, "message");
const title = sessionDraft(1, "title");

/** What all tabs of the browser share; `meanwhile` runs before something is written. */
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

it("ends what was begun in a session and leaves the others", () => {
  saveDraft(message, "Half a thought");
  saveDraft(sessionDraft(2, "message"), "Another");
  discardDrafts(1);
  expect(readDraft(message)).toBe("");
  expect(readDraft(sessionDraft(2, "message"))).toBe("Another");
});

it("gives back what ended with an act that is undone, but for what was written anew", () => {
  saveDraft(message, "Half a thought");
  saveDraft(title, "A title");
  const restore = discardDrafts(1);
  saveDraft(title, "A newer title");
  restore();
  expect(readDraft(message)).toBe("Half a thought");
  expect(readDraft(title)).toBe("A newer title");
});

it("forgets everything at once", () => {
  saveDraft(message, "Half a thought");
  saveDraft("trigger:new", "{}");
  discardAllDrafts();
  expect([readDraft(message), readDraft("trigger:new")]).toEqual(["", ""]);
});

it("loses nothing that another tab writes in the same moment", () => {
  const theirs = storedDraft(title).key;
  const text = JSON.stringify({ text: "Theirs", savedAt: Date.now() });
  meanwhile = () => void memory.set(theirs, text);
  saveDraft(message, "Ours");
  vi.runAllTimers();
  expect(memory.get(theirs)).toBe(text);
  expect(memory.get(storedDraft(message).key)).toContain("Ours");
});

it("stores no more than is kept, and nothing of what is ended", () => {
  memory.set(storedDraft("old").key, JSON.stringify({ text: "From long ago", savedAt: 0 }));
  memory.set("another.thing", "{}");
  saveDraft(message, "Half a thought");
  vi.runAllTimers();
  expect([...memory.keys()]).toEqual(["another.thing", storedDraft(message).key]);
  discardDrafts(1);
  vi.runAllTimers();
  expect([...memory.keys()]).toEqual(["another.thing"]);
});
