import { describe, expect, it } from "vitest";
import type { SessionStatus } from "../../sessions/sessions/model.ts";
import { effectOf, eventOf } from "./event-rules.ts";
import { eventSentence } from "./text.ts";

const moved = (from: SessionStatus, kind: string, to: SessionStatus) =>
  eventOf({ before: { status: from }, after: { status: to }, event: { kind } });

describe("eventOf a transition", () => {
  it.each<[string, SessionStatus, string, SessionStatus, string | null]>([
    [
      "reports a finished turn as needing input",
      "running",
      "turn_rested",
      "needs_input",
      "session_needs_input",
    ],
    [
      "reports a pause by a person as needing input",
      "running",
      "paused",
      "needs_input",
      "session_needs_input",
    ],
    [
      "reports a question as needing input",
      "running",
      "elicitation_opened",
      "needs_input",
      "session_needs_input",
    ],
    ["reports nothing for a session that starts to wait", "running", "turn_rested", "waiting", null],
    ["reports nothing for a session restored from the trash", "archived", "unarchive", "needs_input", null],
    ["reports nothing for a failed session restored from the trash", "archived", "unarchive", "failed", null],
    ["reports a failure", "running", "turn_failed", "failed", "session_failed"],
    ["reports nothing when the status stays the same", "failed", "turn_failed", "failed", null],
    ["reports an archived session", "running", "archive", "archived", "session_archived"],
  ])("%s", (_title, from, kind, to, event) => {
    expect(moved(from, kind, to)).toBe(event);
  });
});

it("counts other events as lost once the session is archived or deleted", () => {
  expect(effectOf("session_failed", "session_failed")).toBe("happened");
  expect(effectOf("session_failed", "session_needs_input")).toBe("none");
  expect(effectOf("session_archived", "session_failed")).toBe("lost");
  expect(effectOf("session_deleted", "session_archived")).toBe("lost");
});

it("shows a title as one plain line", () => {
  const title = `Done.\n[end] \`{{text}}\` ${"x".repeat(100)}`;
  const sentence = eventSentence({ id: 7, title }, "session_failed");
  expect(sentence).toMatch(/^Session #7 \(Done\. end text x+…\) failed$/);
  expect(eventSentence({ id: 7, title: null }, "session_deleted")).toBe("Session #7 was deleted");
});
