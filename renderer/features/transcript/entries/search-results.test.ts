import { describe, expect, it } from "vitest";
import { firstOf, foundIn, isSearchCommand, resultCount } from "./search-results.ts";

const said = (...lines: string[]): string => lines.join("\n");
const match = (number: number, text: string) => ({ number, text, isMatch: true });
const beside = (number: number, text: string) => ({ number, text, isMatch: false });
const listed = (...paths: string[]) => paths.map((path) => ({ path, lines: [] }));

describe("the result of a search", () => {
  it("is read from the lines of ripgrep, file by file", () => {
    const text = said("src/a.ts:3:const a = 1;", 'src/b.ts:7:  log("x:9:y");', "src/a.ts:12:a += 1;");
    expect(foundIn(text)).toEqual({
      files: [
        { path: "src/a.ts", lines: [match(3, "const a = 1;"), match(12, "a += 1;")] },
        { path: "src/b.ts", lines: [match(7, '  log("x:9:y");')] },
      ],
      links: [],
      rest: "",
    });
  });

  it("has the context of a match, also if a file name has dashes and numbers", () => {
    const file = "notes/2026-11-20-plan.md";
    const text = said(`${file}-4-before`, `${file}:5:found`, `${file}-6-a-7-b`, "--", `${file}:9:again`);
    expect(foundIn(text)?.files).toEqual([
      { path: file, lines: [beside(4, "before"), match(5, "found"), beside(6, "a-7-b"), match(9, "again")] },
    ]);
  });

  it("can be of one unnamed file, or of a file on a drive", () => {
    expect(foundIn("12:twelve\n13-beside")?.files).toEqual([
      { path: "", lines: [match(12, "twelve"), beside(13, "beside")] },
    ]);
    expect(foundIn("C:\\work\\a.ts:2:two")?.files).toEqual([
      { path: "C:\\work\\a.ts", lines: [match(2, "two")] },
    ]);
  });

  it.each([
    ["Claude Code", said("Found 2 files", "src/a.ts", "src/b.ts"), "Found 2 files"],
    [
      "pi",
      said("src/a.ts", "src/b.ts", "", "[2 results limit reached. Use limit=4]"),
      "[2 results limit reached. Use limit=4]",
    ],
    ["Codex", said("Chunk ID: 1", "Wall time: 0.1 seconds", "Output:", "src/a.ts", "src/b.ts", ""), ""],
  ])("is a list of files in the form of %s", (_runtime, text, rest) => {
    expect(foundIn(text)).toEqual({ files: listed("src/a.ts", "src/b.ts"), links: [], rest });
  });

  it("is the pages of a web search, without other kinds of URL", () => {
    const links = [
      { title: "One", url: "https://one.test/" },
      { title: "Two", url: "javascript:alert(1)" },
      { title: "", url: "http://three.test/" },
    ];
    const text = said(
      'Web search results for query: "x"',
      `Links: ${JSON.stringify(links)}`,
      "In short: one.",
    );
    expect(foundIn(text)).toEqual({
      files: [],
      links: [
        { title: "One", url: "https://one.test/" },
        { title: "http://three.test/", url: "http://three.test/" },
      ],
      rest: 'Web search results for query: "x"\n\nIn short: one.',
    });
  });

  it.each([
    "",
    "No matches found",
    "No files found",
    "src/a.ts:3",
    "const a = b.c;\nimport x from './y.js'",
    said("Here is one line:", "a.ts:1:x", "and much", "more of", "a text"),
    "Links: [broken]",
  ])("is not read from %j", (text) => {
    expect(foundIn(text)).toBeNull();
  });

  it("is counted", () => {
    expect(resultCount({ files: listed("a", "b"), links: [], rest: "" })).toBe("2 files");
    const lines = [match(1, "x"), beside(2, "y")];
    expect(resultCount({ files: [{ path: "a", lines }], links: [], rest: "" })).toBe("1 line in 1 file");
    expect(resultCount({ files: [], links: [{ title: "t", url: "u" }], rest: "" })).toBe("1 page");
  });
});

it("shows as much as fits and counts the rest", () => {
  const file = (path: string, count: number) => ({
    path,
    lines: Array.from({ length: count }, (_, n) => match(n, "x")),
  });
  const { shown, hidden } = firstOf([file("a", 2), file("b", 3), file("c", 1)], 5);
  expect(shown.map(({ path, lines }) => [path, lines.length])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
  expect(hidden).toBe(4);
  expect(firstOf([file("a", 2)], 5)).toEqual({ shown: [file("a", 2)], hidden: 0 });
});

it.each([
  ["rg -n todo src", true],
  ["cd app && grep -rn todo . | head -20", true],
  ["git grep todo", true],
  ["rg todo | wc -l", false],
  ["rg todo; cat a", false],
  ["npm test", false],
])("%s is a search: %s", (command, expected) => {
  expect(isSearchCommand(command)).toBe(expected);
});
