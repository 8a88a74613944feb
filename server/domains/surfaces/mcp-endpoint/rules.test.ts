import { expect, it } from "vitest";
import { readScope } from "./rules.ts";

it("reads no limits from an address without a scope", () => {
  const nothing = { groups: null, roots: null, session: null };
  expect(readScope({})).toEqual(nothing);
  expect(readScope({ tool_groups: " , ", allowed_agent_roots: "", session_id: " " })).toEqual(nothing);
});

it("reads lists without blanks and duplicates", () => {
  expect(
    readScope({ tool_groups: "sessions, health,sessions", allowed_agent_roots: "web ,", session_id: "12" }),
  ).toEqual({ groups: ["sessions", "health"], roots: ["web"], session: "12" });
});
