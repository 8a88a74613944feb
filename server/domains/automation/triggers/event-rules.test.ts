import { describe, expect, it } from "vitest";
import type { SessionStatus } from "../../sessions/sessions/model.ts";
import { eventOf, newsSentence, verdictOn } from "./event-rules.ts";

const moved = (from: SessionStatus, kind: string, to: SessionStatus) =>
  eventOf({ before: { status: from }, after: { status: to }, event: { kind } });

describe("a transition", () => {
  it.each<[string, SessionStatus, string, SessionStatus, string | null]>([
    ["to rest needs input", "running", "turn_rested", "needs_input", "session_needs_input"],
    ["by a person's pause needs input", "running", "paused", "needs_input", "session_needs_input"],
    ["to a question needs input", "running", "elicitation_opened", "needs_input", "session_needs_input"],
    ["into sleep is no event", "running", "turn_rested", "waiting", null],
    ["out of the trash is none", "archived", "unarchive", "needs_input", null],
    ["back to a failure out of the trash is none", "archived", "unarchive", "failed", null],
    ["to a failure is one", "running", "turn_failed", "failed", "session_failed"],
    ["that changes nothing is none", "failed", "turn_failed", "failed", null],
    ["into the trash is one", "running", "archive", "archived", "session_archived"],
  ])("%s", (_title, from, kind, to, event) => {
    expect(moved(from, kind, to)).toBe(event);
  });
});

it("ends every wait for a session that is gone", () => {
  expect(verdictOn("session_failed", "session_failed")).toBe("happened");
  expect(verdictOn("session_failed", "session_needs_input")).toBe("nothing");
  expect(verdictOn("session_archived", "session_failed")).toBe("lost");
  expect(verdictOn("session_deleted", "session_archived")).toBe("lost");
});

it("says a title as one plain line", () => {
  const title = `Done.\n[end] \`{{text}}\` ${"x".repeat(100)}`;
  const sentence = newsSentence({ id: 7, title }, "session_failed");
  expect(sentence).toMatch(/^Session #7 \(Done\. end text x+…\) failed$/);
  expect(newsSentence({ id: 7, title: null }, "session_deleted")).toBe("Session #7 was deleted");
});
