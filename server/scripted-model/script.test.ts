import { describe, expect, it } from "vitest";
import { hasScript, parseScript } from "./script.ts";

const opsOf = (text: string) => parseScript(text).map((answer) => answer.map((step) => step.op));

describe("parseScript", () => {
  it.each([
    ["ends an answer after a tool call", "#script bash cmd=ls\n#script say done", [["bash"], ["say"]]],
    [
      "puts calls joined by `and` into one answer",
      "#script bash cmd=a\n#script and\n#script bash cmd=b\n#script say c",
      [["bash", "bash"], ["say"]],
    ],
    ["ends an answer at `next`", "#script say one\n#script next\n#script say two", [["say"], ["say"]]],
    ["ignores lines without a script", "please\n  #script say hi\nthanks #script say no", [["say"]]],
    [
      "carries settings into every later answer",
      "#script say a\n#script usage input=5\n#script next\n#script say b",
      [
        ["say", "usage"],
        ["usage", "say"],
      ],
    ],
    ["makes no answer from settings alone", "#script usage input=5", []],
  ])("%s", (_title, text, expected) => {
    expect(opsOf(text)).toEqual(expected);
  });

  it.each([
    ["words without a name", "#script sleep 0.5", { text: "0.5", args: {} }],
    ["the rest of the line", "#script bash cmd=echo a=b c", { text: "", args: { cmd: "echo a=b c" } }],
    [
      "single words, then the rest of the line with its escapes",
      "#script write_file path=a.txt text=one\\ntwo three",
      { text: "", args: { path: "a.txt", text: "one\ntwo three" } },
    ],
    [
      "quoted values as JSON",
      '#script task prompt="say \\"hi\\"" agent=helper',
      { text: "", args: { prompt: 'say "hi"', agent: "helper" } },
    ],
    [
      "tool arguments as they stand, so that JSON keeps its escapes",
      '#script mcp server=s tool=t args={"a":"x\\ny"}',
      { text: "", args: { server: "s", tool: "t", args: '{"a":"x\\ny"}' } },
    ],
  ])("reads %s", (_title, text, expected) => {
    expect(parseScript(text)[0]?.[0]).toMatchObject(expected);
  });

  it("turns escapes in spoken text into newlines", () => {
    expect(parseScript("#script say one\\ntwo")[0]?.[0]?.text).toBe("one\ntwo");
  });

  it("names an unknown step", () => {
    expect(parseScript("#script sya hi")).toEqual([
      [{ op: "say", text: "[unknown script step: sya]", args: {} }],
    ]);
  });
});

describe("hasScript", () => {
  it("requires the word at the start of a line", () => {
    expect(hasScript("first\n #script say hi")).toBe(true);
    expect(hasScript("a line about #script say hi")).toBe(false);
  });
});
