import { describe, expect, it } from "vitest";
import { lineOf, splitSentence } from "./rules.ts";

const file = `{
  "clock": {
    "type": "stdio",
    "args": [1]
  },
  "mailer": { "args": ["x"] }
}`;

describe("the line a sentence means", () => {
  it.each<[string, string, number | null]>([
    ["the parser's own", "cannot be read: Expected ',' in JSON at position 9 (line 2 column 5)", 2],
    ["that of a position", "cannot be read: Unexpected token in JSON at position 20", 3],
    ["an entry's", '"mailer" may only contain letters', 6],
    ["a field's of the entry", '"clock": args.0 must be a string', 4],
    ["a field's after its entry, not before it", '"mailer": args.0 must be a string', 6],
    ["an entry's that is named with its kind", 'agent root "mailer" is also defined in b.json', 6],
    ["a field's of such an entry", 'MCP server "clock": args names "x", which is not there', 4],
    ["a field's of the file", "mailer names ./x.json, which does not exist", 6],
    ["none", "is larger than 5 MB", null],
  ])("is %s", (_title, problem, line) => {
    expect(lineOf(file, problem)).toBe(line);
  });
});

it("takes a sentence apart by the longest file that it names", () => {
  const files = ["/srv/air.json", "/srv/air.json:old"];
  expect(splitSentence('/srv/air.json: "a" is blank', files)).toEqual({
    file: "/srv/air.json",
    text: '"a" is blank',
  });
  expect(splitSentence("something else", files)).toEqual({ file: null, text: "something else" });
});
