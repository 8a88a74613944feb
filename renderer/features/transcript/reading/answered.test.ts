import { expect, it } from "vitest";
import { answeredLine, answeredLines } from "./answered.ts";

it.each([
  ["accept", { color: "Blue", tags: ["a", "b"] }, "You answered “Which color?”: Blue · a, b"],
  ["accept", { ok: true }, "You answered “Which color?”: Yes"],
  ["accept", {}, "You answered “Which color?”"],
  ["decline", null, "You declined “Which color?”"],
  ["cancel", null, "You dismissed “Which color?”"],
  ["expired", null, "Nobody answered “Which color?” in time"],
] as const)("%s with %o is %s", (action, content, line) => {
  expect(answeredLine({ message: "Which\n color?", action, content })).toBe(line);
});

it("places each line after the last entry before the answer, and leaves out those before the first entry", () => {
  const entries = [
    { id: "a", timestamp: "2026-11-20T10:00:00Z" },
    { id: "b", timestamp: null },
    { id: "c", timestamp: "2026-11-20T10:05:00Z" },
  ];
  const closed = ["09:00", "10:01", "10:04", "10:09"].map((time, id) => ({
    id,
    message: time,
    action: "decline" as const,
    content: null,
    closed_at: `2026-11-20T${time}:00Z`,
  }));
  expect([...answeredLines(entries, closed)]).toEqual([
    ["a", ["You declined “10:01”", "You declined “10:04”"]],
    ["c", ["You declined “10:09”"]],
  ]);
});
