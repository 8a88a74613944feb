import { describe, expect, it } from "vitest";
import { jsonOf, toolLabel, toolView, viewSummary } from "./tool-view.ts";

describe("toolView", () => {
  it.each([
    ["Bash", { command: "ls" }, { kind: "shell", command: "ls" }],
    ["shell", { command: ["bash", "-lc", "ls -la"] }, { kind: "shell", command: "ls -la" }],
    ["exec_command", { command: ["git", "status"] }, { kind: "shell", command: "git status" }],
    [
      "Edit",
      { file_path: "/a", old_string: "x", new_string: "y" },
      { kind: "edit", path: "/a", edits: [{ before: "x", after: "y" }] },
    ],
    [
      "MultiEdit",
      { file_path: "/a", edits: [{ old_string: "x", new_string: "" }] },
      { kind: "edit", path: "/a", edits: [{ before: "x", after: "" }] },
    ],
    [
      "write",
      { path: "/a", content: "z" },
      { kind: "edit", path: "/a", edits: [{ before: "", after: "z" }] },
    ],
    ["apply_patch", "*** Begin Patch", { kind: "patch", text: "*** Begin Patch" }],
    ["Read", { file_path: "/a", limit: 3 }, { kind: "read", path: "/a" }],
    [
      "TodoWrite",
      {
        todos: [
          { content: "One", status: "completed" },
          { content: "Two", status: "pending" },
        ],
      },
      {
        kind: "todo",
        items: [
          { text: "One", state: "done" },
          { text: "Two", state: "open" },
        ],
      },
    ],
    ["mcp__hub__list", { a: 1 }, { kind: "mcp", input: { a: 1 } }],
    ["Edit", { file_path: "/a" }, { kind: "other", input: { file_path: "/a" } }],
    ["Bash", null, { kind: "other", input: null }],
  ])("%s %j", (name, input, expected) => {
    expect(toolView(name, input)).toEqual(expected);
  });
});

it("shows a server and its tool", () => {
  expect(["mcp__hub__list_items", "Bash", "exec_command", "apply_patch", "mcp__odd"].map(toolLabel)).toEqual([
    "hub · list_items",
    "Command",
    "Command",
    "Edit",
    "mcp__odd",
  ]);
});

it("reads JSON and nothing else", () => {
  expect(['{"a":1}', " [1]", "3", "{no", ""].map(jsonOf)).toEqual([
    { a: 1 },
    [1],
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  [{ pattern: "todo", path: "src" }, "todo in src"],
  [{ pattern: "*.ts" }, "*.ts"],
  [{ query: "news" }, null],
])("summarizes a search for %j as %s", (input, words) => {
  expect(viewSummary(toolView("Grep", input))).toBe(words);
});
