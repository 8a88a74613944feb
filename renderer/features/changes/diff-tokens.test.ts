import { parseDiff, type TokenNode } from "react-diff-view";
import { describe, expect, it } from "vitest";
import { diffTokens, hunkTexts } from "./diff-tokens.ts";

const diff = `diff --git a/a.txt b/a.txt
index 1111111..2222222 100644
--- a/a.txt
+++ b/a.txt
@@ -3,2 +3,2 @@
-four old
+four new
 five
@@ -20,1 +20,2 @@
 twenty
+more
`;
const hunks = parseDiff(diff)[0]?.hunks ?? [];

const drawn = (node: TokenNode): string => {
  const inside = node.children ? node.children.map(drawn).join("") : String(node["value"]);
  if (node.type === "text") return inside;
  return `<${node.type === "edit" ? "edit" : node["className"]}>${inside}</>`;
};
const lineOf = (lines: readonly TokenNode[][], line: number): string =>
  (lines[line - 1] ?? []).map(drawn).join("");

it("returns the text of each side of each hunk", () => {
  expect(hunkTexts(hunks)).toEqual(["four old\nfive", "twenty", "four new\nfive", "twenty\nmore"]);
});

describe("the tokens of the lines", () => {
  it("mark the changed words", () => {
    const tokens = diffTokens(hunks, null);
    expect(lineOf(tokens?.old ?? [], 3)).toBe("four <edit>old</>");
    expect(lineOf(tokens?.new ?? [], 3)).toBe("four <edit>new</>");
    expect(lineOf(tokens?.new ?? [], 21)).toBe("more");
  });

  it("mark whole words, and nothing of a line that is mostly another one", () => {
    const changed = `diff --git a/a.ts b/a.ts
index 1111111..2222222 100644
--- a/a.ts
+++ b/a.ts
@@ -1,1 +1,1 @@
-export const limit = 25;
+export const limit = 2500;
@@ -10,1 +10,1 @@
-  return readFile(path);
+  throw new Error("not here");
`;
    const tokens = diffTokens(parseDiff(changed)[0]?.hunks ?? [], null);
    expect(lineOf(tokens?.old ?? [], 1)).toBe("export const limit = <edit>25</>;");
    expect(lineOf(tokens?.new ?? [], 1)).toBe("export const limit = <edit>2500</>;");
    expect(lineOf(tokens?.old ?? [], 10)).toBe("  return readFile(path);");
    expect(lineOf(tokens?.new ?? [], 10)).toBe('  throw new Error("not here");');
  });

  it("keep the colors of their side within the marks", () => {
    // `four` is a keyword on both sides, and `more`.
    const spans = Uint32Array.of(4, 2, 10, 0, 7, 0, 4, 2, 10, 0, 7, 0, 4, 2);
    const tokens = diffTokens(hunks, spans);
    expect(lineOf(tokens?.old ?? [], 3)).toBe("<code-keyword>four</> <edit>old</>");
    expect(lineOf(tokens?.new ?? [], 3)).toBe("<code-keyword>four</> <edit>new</>");
    expect(lineOf(tokens?.new ?? [], 21)).toBe("<code-keyword>more</>");
    expect(lineOf(tokens?.new ?? [], 20)).toBe("twenty");
    expect(tokens?.new[9]).toEqual([]);
  });

  it("count a missing side of a hunk as one empty line", () => {
    const added = parseDiff(diff.replace("-four old\n", "").replace("-3,2", "-3,1"))[0]?.hunks ?? [];
    const onlyNew = added.map((hunk) => ({
      ...hunk,
      changes: hunk.changes.filter(({ type }) => type === "insert"),
    }));
    expect(hunkTexts(onlyNew)).toEqual(["", "", "four new", "more"]);
    const tokens = diffTokens(onlyNew, Uint32Array.of(2, 0, 4, 2));
    expect(lineOf(tokens?.new ?? [], 3)).toBe("<code-keyword>four</> new");
    expect(lineOf(tokens?.new ?? [], 21)).toBe("more");
  });
});
