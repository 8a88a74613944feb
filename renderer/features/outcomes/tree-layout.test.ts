import { describe, expect, it } from "vitest";
import type { Segment } from "../../../server/domains/outcomes/analyses/model.ts";
import { readAnalysisSearch, readOutcomesSearch } from "./outcomes-search.ts";
import { allSegments, findSegment, layoutOf, neighborOf, widthMeaning } from "./tree-layout.ts";

const segment = (id: string, children: Segment[] = [], seconds: number | null = null): Segment => ({
  id,
  trigger: { kind: "New", source: "user" },
  goal: { text: id, kind: "Action" },
  outcome: { kind: "Success", explanation: "It works." },
  meta: {
    event_range: null,
    wall_clock_s: seconds,
    tokens_in: null,
    tokens_out: null,
    model: null,
    source_transcript_id: null,
  },
  children,
});
const tree = segment("S0", [segment("S0.0", [segment("S0.0.0"), segment("S0.0.1")]), segment("S0.1")]);
const placed = (root: Segment) =>
  layoutOf(root, widthMeaning(root)).blocks.map(({ segment: { id }, level, left, width }) => [
    id,
    level,
    Math.round(left * 100),
    Math.round(width * 100),
  ]);

describe("the layout of a tree", () => {
  it("gives each segment the width of its parts, from the whole session down", () => {
    expect(placed(tree)).toEqual([
      ["S0", 0, 0, 100],
      ["S0.0", 1, 0, 67],
      ["S0.0.0", 2, 0, 33],
      ["S0.0.1", 2, 33, 33],
      ["S0.1", 1, 67, 33],
    ]);
    expect(layoutOf(tree, "segments")).toMatchObject({ levels: 3, hidden: 0 });
  });

  it("goes by time if that of every segment is known, and parts never exceed their whole", () => {
    const timed = segment("S0", [segment("S0.0", [], 30), segment("S0.1", [], 10)], 20);
    expect(widthMeaning(timed)).toBe("time");
    expect(placed(timed)).toEqual([
      ["S0", 0, 0, 100],
      ["S0.0", 1, 0, 75],
      ["S0.1", 1, 75, 25],
    ]);
    expect(widthMeaning(segment("S0", [segment("S0.0")], 20))).toBe("segments");
  });

  it("leaves out what is too narrow to be seen, and counts it", () => {
    const many = segment(
      "S0",
      Array.from({ length: 1_000 }, (_, at) => segment(`S0.${at}`)),
    );
    expect(layoutOf(many, "segments")).toMatchObject({ levels: 1, hidden: 1_000 });
  });

  it("finds segments in the order in which they happened", () => {
    expect(allSegments(tree).map(({ id }) => id)).toEqual(["S0", "S0.0", "S0.0.0", "S0.0.1", "S0.1"]);
    expect(findSegment(tree, "S0.0.1")?.goal.text).toBe("S0.0.1");
    expect(findSegment(tree, "S1")).toBeUndefined();
  });
});

it.each([
  ["S0", "ArrowDown", "S0.0"],
  ["S0.0", "ArrowRight", "S0.1"],
  ["S0.1", "ArrowLeft", "S0.0"],
  ["S0.1", "ArrowRight", undefined],
  ["S0.0.1", "ArrowUp", "S0.0"],
  ["S0", "ArrowUp", undefined],
  ["S0", "ArrowRight", undefined],
  ["S0.1", "ArrowDown", undefined],
  ["S0.0", "Enter", undefined],
])("the arrow key leads from %s by %s to %s", (from, key, to) => {
  expect(neighborOf(tree, from, key)).toBe(to);
});

it("an address keeps what can be used, and drops the rest", () => {
  expect(
    readOutcomesSearch({ from: "2026-03-01", to: "soon", root: 7, outcome: "Failure", page: 2, model: " " }),
  ).toEqual({ from: "2026-03-01", root: "7", outcome: "Failure", page: 2 });
  expect(readOutcomesSearch({ outcome: "Perhaps", page: -1 })).toEqual({});
  expect(readAnalysisSearch({ segment: "S0.1", other: 1 })).toEqual({ segment: "S0.1" });
});
