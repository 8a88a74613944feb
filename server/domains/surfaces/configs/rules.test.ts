import { describe, expect, it } from "vitest";
import { lineOf, splitSentence } from "./rules.ts";

const file = `{
  "clock": {
    "type": "stdio",
    "args": [1]
  },
  "mailer": { "args": ["x"] }
}`;

describe("the line of a finding", () => {
  it.each<[string, string, number | null]>([
    ["the one the parser names", "cannot be read: Expected ',' in JSON at position 9 (line 2 column 5)", 2],
    ["that of the parser's position", "cannot be read: Unexpected token in JSON at position 20", 3],
    ["the entry's", '"mailer" may only contain letters', 6],
    ["that of the entry's field", '"clock": args.0 must be a string', 4],
    ["that of a field after its entry, not before it", '"mailer": args.0 must be a string', 6],
    ["the entry's if it is named with its kind", 'agent root "mailer" is also defined in b.json', 6],
    ["that of a field of such an entry", 'MCP server "clock": args names "x", which is not there', 4],
    ["that of a field of the file", "mailer names ./x.json, which does not exist", 6],
    ["none", "is larger than 5 MB", null],
  ])("is %s", (_title, problem, line) => {
    expect(lineOf(file, problem)).toBe(line);
  });
});

it("separates a finding from the longest file name it starts with", () => {
  const files = ["/srv/air.json", "/srv/air.json:old"];
  expect(splitSentence('/srv/air.json: "a" is blank', files)).toEqual({
    file: "/srv/air.json",
    text: '"a" is blank',
  });
  expect(splitSentence("something else", files)).toEqual({ file: null, text: "something else" });
});
