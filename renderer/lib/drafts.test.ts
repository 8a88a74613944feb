import { afterEach, expect, it } from "vitest";
import { sessionDraft } from "./draft-list.ts";
import { endAllDrafts, endDrafts, readDraft, saveDraft } from "./drafts.ts";

const message = sessionDraft(1, "message");
const title = sessionDraft(1, "title");

afterEach(endAllDrafts);

it("ends what was begun in a session and leaves the others", () => {
  saveDraft(message, "Half a thought");
  saveDraft(sessionDraft(2, "message"), "Another");
  endDrafts(1);
  expect(readDraft(message)).toBe("");
  expect(readDraft(sessionDraft(2, "message"))).toBe("Another");
});

it("gives back what ended with an act that is undone, but for what was written anew", () => {
  saveDraft(message, "Half a thought");
  saveDraft(title, "A title");
  const restore = endDrafts(1);
  saveDraft(title, "A newer title");
  restore();
  expect(readDraft(message)).toBe("Half a thought");
  expect(readDraft(title)).toBe("A newer title");
});

it("forgets everything at once", () => {
  saveDraft(message, "Half a thought");
  saveDraft("trigger:new", "{}");
  endAllDrafts();
  expect([readDraft(message), readDraft("trigger:new")]).toEqual(["", ""]);
});
