import fc from "fast-check";
import { expect, it } from "vitest";
import { readSessionSearch } from "./session-page-search.ts";

it.each([
  [{}, {}],
  [{ tab: "changes", agent: "7" }, { tab: "changes" }],
  [{ tab: "artifacts", agent: "7" }, { tab: "artifacts" }],
  [
    { tab: "subagents", agent: 7 },
    { tab: "subagents", agent: "7" },
  ],
  [
    { tab: "subagents", agent: "toolu_1" },
    { tab: "subagents", agent: "toolu_1" },
  ],
  [{ tab: "subagents", agent: "" }, { tab: "subagents" }],
  [{ tab: "conversation" }, {}],
  [{ tab: ["changes"], agent: {} }, {}],
  [
    { panel: "log", log: "error", tab: "changes" },
    { panel: "log", log: "error", tab: "changes" },
  ],
  [{ panel: "history" }, { panel: "history" }],
  [{ panel: "kitchen", log: "loud" }, {}],
])("reads %j as %j", (search, read) => {
  expect(readSessionSearch(search)).toEqual(read);
});

it("any address is read without an error, and what is read stays as it is", () => {
  const names = fc.constantFrom("tab", "agent", "panel", "log");
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(names, fc.string()), fc.anything()), (given) => {
      const read = readSessionSearch(given);
      expect(readSessionSearch({ ...read })).toEqual(read);
    }),
  );
});
