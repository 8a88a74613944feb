import { describe, expect, it } from "vitest";
import {
  type Drafts,
  draftsOf,
  mergeDrafts,
  newestDraft,
  pruneDrafts,
  putDraft,
  sessionDraft,
} from "./draft-rules.ts";

const day = 24 * 60 * 60 * 1_000;

describe("putDraft", () => {
  const drafts: Drafts = { a: { text: "first", savedAt: 1 } };

  it("stores a text under its id", () => {
    expect(putDraft(drafts, { id: "b", text: "second", now: 2 })).toEqual({
      a: { text: "first", savedAt: 1 },
      b: { text: "second", savedAt: 2 },
    });
  });

  it("removes a draft when its text is cleared", () => {
    expect(putDraft(drafts, { id: "a", text: "", now: 2 })).toEqual({});
  });

  it("returns the same object if nothing changed", () => {
    expect(putDraft(drafts, { id: "a", text: "first", now: 9 })).toBe(drafts);
    expect(putDraft(drafts, { id: "b", text: "", now: 9 })).toBe(drafts);
  });
});

describe("pruneDrafts", () => {
  it("removes drafts older than a week, and none at exactly a week", () => {
    const drafts: Drafts = { old: { text: "x", savedAt: 0 }, kept: { text: "y", savedAt: 1 } };
    expect(Object.keys(pruneDrafts(drafts, 7 * day + 1))).toEqual(["kept"]);
  });

  it("keeps the newest thirty drafts", () => {
    const drafts = Object.fromEntries(
      Array.from({ length: 31 }, (_, n) => [`d${n}`, { text: "x", savedAt: n }]),
    );
    const kept = Object.keys(pruneDrafts(drafts, 40));
    expect(kept).toHaveLength(30);
    expect(kept).not.toContain("d0");
  });

  it("keeps a million characters at most, the newest first", () => {
    const drafts: Drafts = {
      older: { text: "x".repeat(600_000), savedAt: 1 },
      newer: { text: "y".repeat(600_000), savedAt: 2 },
    };
    expect(Object.keys(pruneDrafts(drafts, 3))).toEqual(["newer"]);
  });
});

it("writes this tab's changes and keeps what other tabs wrote", () => {
  const at = (text: string) => ({ text, savedAt: 1 });
  const stored = { theirs: at("theirs"), shared: at("old"), sent: at("sent here") };
  const mine = { shared: at("new"), stale: at("read at the start") };
  expect(mergeDrafts(stored, { mine, changed: new Set(["shared", "sent"]) })).toEqual({
    theirs: at("theirs"),
    shared: at("new"),
  });
});

it("finds the newest draft with a prefix, except the given one", () => {
  const drafts = {
    "new:a": { text: "a", savedAt: 1 },
    "new:b": { text: "b", savedAt: 3 },
    "new:me": { text: "me", savedAt: 9 },
    "other:c": { text: "c", savedAt: 9 },
  };
  expect(newestDraft(drafts, { prefix: "new:", except: "new:me" })).toEqual({
    id: "new:b",
    text: "b",
    savedAt: 3,
  });
  expect(newestDraft({}, { prefix: "new:", except: "" })).toBeNull();
});

it("tells the drafts of session 1 from those of session 12", () => {
  const at = (text: string) => ({ text, savedAt: 1 });
  const own = { [sessionDraft(1, "title")]: at("a title"), [sessionDraft(1, "message")]: at("a message") };
  const others = { [sessionDraft(12, "title")]: at("another"), "trigger:1": at("a trigger") };
  expect(draftsOf({ ...own, ...others }, 1)).toEqual(own);
});
