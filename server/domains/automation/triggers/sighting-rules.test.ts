import { describe, expect, it } from "vitest";
import { decideSighting, isOver } from "./sighting-rules.ts";

const at = 1_000_000;

describe("what was seen outside", () => {
  it.each([
    ["nothing known, and it is new", undefined, { happenedAt: at, isNew: true }, "start"],
    [
      "nothing known, but it is from before the condition",
      undefined,
      { happenedAt: at, isNew: false },
      "keep",
    ],
    [
      "it is known",
      { happenedAt: at, state: "handled" },
      { happenedAt: at + 60_000, isNew: true },
      "nothing",
    ],
    ["it waits", { happenedAt: at, state: "pending" }, { happenedAt: at, isNew: true }, "nothing"],
    ["it was gone", { happenedAt: at, state: "gone" }, { happenedAt: at + 60_000, isNew: true }, "start"],
    [
      "the report is older than its end",
      { happenedAt: at, state: "gone" },
      { happenedAt: at, isNew: true },
      "keep",
    ],
    [
      "the API's time differs a little",
      { happenedAt: at, state: "gone" },
      { happenedAt: at + 1_000, isNew: true },
      "keep",
    ],
  ] as const)("%s", (_title, known, seen, expected) => {
    expect(decideSighting(known, seen)).toBe(expected);
  });

  it("is over only by a report from after it began", () => {
    expect(isOver({ happenedAt: at, state: "handled" }, at)).toBe(true);
    expect(isOver({ happenedAt: at, state: "handled" }, at - 1)).toBe(false);
    expect(isOver({ happenedAt: at, state: "gone" }, at)).toBe(false);
    expect(isOver(undefined, at)).toBe(false);
  });
});
