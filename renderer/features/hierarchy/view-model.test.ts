import { describe, expect, it } from "vitest";
import type { HierarchyNode } from "../../../server/domains/sessions/hierarchy/model.ts";
import { hasRelations, rowForKey, treeRows } from "./view-model.ts";

const node = (id: number, under: number | null, changes: Partial<HierarchyNode> = {}): HierarchyNode => ({
  id,
  title: `Session ${id}`,
  agent_root: null,
  status: "needs_input",
  depth: 0,
  parent_session_id: under,
  render_parent_session_id: under,
  attention: null,
  spawn_edge: true,
  uncle_session_ids: [],
  current: false,
  genesis: "api",
  priority_class: "spot",
  ...changes,
});

const rendered = (nodes: HierarchyNode[]) =>
  treeRows({ nodes }).map((row) => `${"-".repeat(row.level)}${row.node.id}`);

describe("treeRows", () => {
  it("places each node under its rendered parent, whatever its stored depth", () => {
    const nodes = [node(1, null), node(2, 1, { depth: 7 }), node(3, 2), node(4, 1), node(5, null)];
    expect(rendered(nodes)).toEqual(["1", "-2", "--3", "-4", "5"]);
  });

  it("accepts nodes in any order", () => {
    expect(rendered([node(3, 2), node(2, 1), node(1, null)])).toEqual(["1", "-2", "--3"]);
  });

  it("makes a node without a known parent a root, and shows every node of a cycle", () => {
    expect(rendered([node(1, 99), node(2, 3), node(3, 2)])).toEqual(["1", "2", "-3"]);
  });

  it("names further parents as far as they are known", () => {
    const [, second] = treeRows({ nodes: [node(1, null), node(2, null, { uncle_session_ids: [1, 50] })] });
    expect(second?.uncles).toEqual([
      { id: 1, title: "Session 1" },
      { id: 50, title: null },
    ]);
  });
});

describe("rowForKey", () => {
  const rows = treeRows({ nodes: [node(1, null), node(2, 1), node(3, 2), node(4, 1)] });

  it.each([
    ["ArrowDown", 0, 1],
    ["ArrowUp", 0, null],
    ["ArrowLeft", 2, 1],
    ["ArrowLeft", 0, null],
    ["ArrowRight", 1, 2],
    ["ArrowRight", 3, null],
    ["Home", 3, 0],
    ["End", 0, 3],
    ["a", 0, null],
  ] as const)("moves with %s from row %i to %j", (key, from, to) => {
    expect(rowForKey(rows, from, key)).toBe(to);
  });
});

it("tells a session with relations from one that is alone in its tree", () => {
  const tree = { origin_session_id: 1, root_session_ids: [1], truncated: false, truncation_reason: null };
  expect(hasRelations({ ...tree, nodes: [node(1, null)] })).toBe(false);
  expect(hasRelations({ ...tree, nodes: [node(1, null), node(2, 1)] })).toBe(true);
  expect(hasRelations({ ...tree, truncated: true, nodes: [node(1, null)] })).toBe(true);
});
