import { describe, expect, it } from "vitest";
import { selectAgents } from "./find.ts";
import type { ProcessRow } from "./process-table.ts";
import { descendantsOf, lineageOf, markerStartsWith } from "./tree.ts";

const row = (pid: number, parent: number, started = pid): ProcessRow => ({
  pid,
  parent,
  startedAt: String(started),
  marker: null,
});
const rows = [row(1, 0), row(10, 1), row(20, 10), row(30, 20), row(31, 20), row(40, 1)];
const pidsOf = (found: readonly { pid: number }[]) => found.map(({ pid }) => pid).toSorted((a, b) => a - b);

describe("descendantsOf", () => {
  it.each([
    ["gives children and theirs, not the root", [row(10, 1)], [20, 30, 31]],
    ["gives each once when roots overlap", [row(10, 1), row(20, 10)], [30, 31]],
    ["gives nothing for a leaf", [row(40, 1)], []],
    ["leaves out a child older than its parent, whose number was recycled", [row(10, 1, 25)], []],
  ])("%s", (_title, roots, expected) => {
    expect(pidsOf(descendantsOf(rows, roots, Number))).toEqual(expected);
  });

  it("ends on a ring of parents", () => {
    const ring = [row(5, 6, 1), row(6, 5, 1)];
    expect(pidsOf(descendantsOf(ring, [row(5, 6, 1)], Number))).toEqual([6]);
  });
});

it("follows a process up to the first one", () => {
  expect([...lineageOf(rows, 30)]).toEqual([30, 20, 10, 1, 0]);
});

it.each([
  ["d:1:9", "d:1", true],
  ["d:1:9", "d:1:", true],
  ["d:1:9", "d:1:9", true],
  ["d:12:9", "d:1", false],
  ["x:d:1", "d:1", false],
  ["d:1", "", false],
  [null, "d", false],
])("of marker %s, %s is a prefix: %s", (marker, prefix, expected) => {
  expect(markerStartsWith(marker, prefix)).toBe(expected);
});

describe("selectAgents", () => {
  const table = { startOrder: Number, keepsDeadParents: false };
  const marked = (one: ProcessRow): ProcessRow => ({ ...one, marker: "d:1:1" });

  it("does not descend from a marked process that we ourselves descend from", () => {
    const nested = [marked(row(10, 1)), row(20, 10), row(30, 20), marked(row(40, 1))];
    expect(pidsOf(selectAgents(nested, { markerPrefix: "d" }, { self: 20, table }))).toEqual([40]);
  });

  it("follows a dead root only where children keep naming their parent", () => {
    const orphan = [row(1, 0), row(60, 50)];
    const query = { markerPrefix: "d", roots: [row(50, 1)] };
    expect(pidsOf(selectAgents(orphan, query, { self: 1, table }))).toEqual([]);
    const windows = { ...table, keepsDeadParents: true };
    expect(pidsOf(selectAgents(orphan, query, { self: 1, table: windows }))).toEqual([60]);
  });
});
