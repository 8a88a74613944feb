import { describe, expect, test } from "vitest";
import { readDecision, surfaceName, textsOf, withoutFeedback } from "./entry.ts";

const entry = {
  artifact_url: "https://github.com/acme/shop/pull/7",
  decision: "HELD",
  reasons: ["No tests"],
};

describe("an entry", () => {
  test("keeps what the gate wrote, and its feedback is dropped at any depth and in any case", () => {
    const sent = {
      ...entry,
      Human_Feedback: [1],
      parts: [{ note: "x", HUMAN_FEEDBACK: { verdict: "agree" } }],
    };
    expect(withoutFeedback(sent)).toEqual({ value: { ...entry, parts: [{ note: "x" }] }, dropped: true });
    expect(withoutFeedback(entry)).toEqual({ value: entry, dropped: false });
  });

  test("is read with copies of the fields that are listed", () => {
    const read = readDecision({
      gate: "pr_merge",
      surface: " Check-out  page ",
      entry: { ...entry, title: "Fix the till", decided_at: "2026-03-01T10:00:00Z" },
    });
    expect(read).toMatchObject({
      surface: "check_out_page",
      decision: "HELD",
      title: "Fix the till",
      decidedAt: Date.UTC(2026, 2, 1, 10),
      droppedFeedback: false,
    });
  });

  test("that is wrong is refused with every problem", () => {
    expect(
      readDecision({ gate: "deploy", entry: { decided_at: "soon", artifact_url: "javascript:x" } }),
    ).toEqual({
      problems: [
        expect.stringContaining('not "deploy"'),
        expect.stringContaining("surface is missing"),
        expect.stringContaining("entry.decision"),
        expect.stringContaining("entry.artifact_url"),
        expect.stringContaining("entry.decided_at"),
      ],
    });
    const problemOf = (sent: unknown) => readDecision({ gate: "pr_merge", surface: "till", entry: sent });
    expect(problemOf("HELD")).toEqual({ problems: [expect.stringContaining("entry is missing")] });
    expect(problemOf({ ...entry, decision: "x".repeat(201) })).toMatchObject({
      problems: [expect.stringContaining("200")],
    });
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(30)}1${"}".repeat(30)}`);
    expect(problemOf({ ...entry, deep })).toEqual({ problems: [expect.stringContaining("levels deep")] });
    expect(problemOf({ ...entry, text: "x".repeat(300_000) })).toEqual({
      problems: [expect.stringContaining("KB")],
    });
  });
});

test.each([
  ["pr_merge", { pr: "https://git.test/pr/1", issue: "https://git.test/issues/2" }, "https://git.test/pr/1"],
  [
    "issue_work",
    { pr: "https://git.test/pr/1", issue: "https://git.test/issues/2" },
    "https://git.test/issues/2",
  ],
  ["pr_merge", { pr: 7, pr_url: " https://git.test/pr/7 " }, "https://git.test/pr/7"],
  [
    "issue_work",
    { issue: "acme/shop#3", issue_url: "https://git.test/issues/3" },
    "https://git.test/issues/3",
  ],
  [
    "pr_merge",
    { artifact_url: "https://git.test/pr/4", pr: "https://git.test/pr/5" },
    "https://git.test/pr/4",
  ],
])("%s takes the artifact of %j from %s", (gate, addresses, artifactUrl) => {
  const read = readDecision({ gate, surface: "till", entry: { decision: "HELD", ...addresses } });
  expect(read).toMatchObject({ artifactUrl, payload: addresses });
});

test("surfaces have one spelling", () => {
  expect([surfaceName("Web-App"), surfaceName("web  app"), surfaceName(" ")]).toEqual([
    "web_app",
    "web_app",
    null,
  ]);
});

test("the texts of an entry are found at any depth", () => {
  expect(textsOf({ a: "one", b: [{ c: 2 }, "three"], d: null })).toEqual(["one", "2", "three"]);
});
