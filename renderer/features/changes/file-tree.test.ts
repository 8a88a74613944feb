import { describe, expect, it } from "vitest";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { fileTree, foldersOf, inTreeOrder, type TreeNode, treeMove, treeRows } from "./file-tree.ts";

const file = (path: string, additions: number | null = 2, deletions: number | null = 1): ChangedFile => ({
  path,
  old_path: null,
  status: "modified",
  additions,
  deletions,
  digest: path,
});
const files = [
  "README.md",
  "src/app/main.ts",
  "src/app/ui/Button.tsx",
  "src/app/ui/Card.tsx",
  "test/a/b/c.ts",
];
const tree = fileTree(files.map((path) => file(path)));

const drawn = (nodes: readonly TreeNode[], indent = ""): string[] =>
  nodes.flatMap((node) =>
    node.kind === "file"
      ? [`${indent}${node.name}`]
      : [
          `${indent}${node.name}/ ${node.count} +${node.additions} -${node.deletions}`,
          ...drawn(node.children, `${indent}  `),
        ],
  );

describe("the tree of changed files", () => {
  it("lists folders first, merges folders that hold only one folder, and counts files and lines", () => {
    expect(drawn(tree)).toEqual([
      "src/app/ 3 +6 -3",
      "  ui/ 2 +4 -2",
      "    Button.tsx",
      "    Card.tsx",
      "  main.ts",
      "test/a/b/ 1 +2 -1",
      "  c.ts",
      "README.md",
    ]);
  });

  it("counts no lines of binary files and sorts names numerically", () => {
    const nodes = fileTree([file("a/10.png", null, null), file("a/9.png", null, null)]);
    expect(drawn(nodes)).toEqual(["a/ 2 +0 -0", "  9.png", "  10.png"]);
  });

  it("lists files and folders in the order of the tree", () => {
    expect(inTreeOrder(tree).map(({ path }) => path)).toEqual([
      "src/app/ui/Button.tsx",
      "src/app/ui/Card.tsx",
      "src/app/main.ts",
      "test/a/b/c.ts",
      "README.md",
    ]);
    expect(foldersOf(tree)).toEqual(["src/app", "src/app/ui", "test/a/b"]);
  });
});

describe("the rows", () => {
  it("skip the content of collapsed folders and know their positions", () => {
    const rows = treeRows(tree, new Set(["src/app/ui"]));
    expect(
      rows.map(({ node, level, position, siblings, parent }) => [
        node.name,
        level,
        position,
        siblings,
        parent,
      ]),
    ).toEqual([
      ["src/app", 1, 1, 3, -1],
      ["ui", 2, 1, 2, 0],
      ["main.ts", 2, 2, 2, 0],
      ["test/a/b", 1, 2, 3, -1],
      ["c.ts", 2, 1, 1, 3],
      ["README.md", 1, 3, 3, -1],
    ]);
  });

  const rows = treeRows(tree, new Set(["src/app/ui"]));
  it.each([
    ["ArrowDown", 0, { kind: "focus", row: 1 }],
    ["ArrowDown", 5, null],
    ["ArrowUp", 0, null],
    ["Home", 4, { kind: "focus", row: 0 }],
    ["End", 0, { kind: "focus", row: 5 }],
    ["ArrowRight", 0, { kind: "focus", row: 1 }],
    ["ArrowRight", 1, { kind: "open", path: "src/app/ui" }],
    ["ArrowRight", 2, null],
    ["ArrowLeft", 0, { kind: "fold", path: "src/app" }],
    ["ArrowLeft", 1, { kind: "focus", row: 0 }],
    ["ArrowLeft", 4, { kind: "focus", row: 3 }],
    ["ArrowLeft", 5, null],
    ["m", 0, { kind: "focus", row: 2 }],
    ["R", 0, { kind: "focus", row: 5 }],
    ["s", 3, { kind: "focus", row: 0 }],
    ["q", 0, null],
    ["Escape", 0, null],
  ])("%s at %d", (key, at, expected) => {
    expect(treeMove(rows, at, key)).toEqual(expected);
  });
});
