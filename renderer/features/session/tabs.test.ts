import { expect, it } from "vitest";
import { readTabSearch } from "./tabs.ts";

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
])("reads %j as %j", (search, read) => {
  expect(readTabSearch(search)).toEqual(read);
});
