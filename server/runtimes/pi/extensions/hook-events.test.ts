import { describe, expect, it } from "vitest";
import { hookMatches, piEventOf } from "./hook-events.ts";

describe("hookMatches", () => {
  it.each([
    ["every tool without a matcher", "", "bash", true],
    ["every tool with a star", "*", "bash", true],
    ["another vendor's spelling", "Bash", "bash", true],
    ["one of several", "Edit|Write", "write", true],
    ["a part of a name not at all", "bas", "bash", false],
    ["an MCP server's tools", "mcp__github__.*", "mcp__github__create", true],
    ["an event without a tool", "Bash", null, true],
    ["nothing when it is no pattern", "(", "bash", false],
  ])("matches %s", (_title, matcher, tool, expected) => {
    expect(hookMatches({ matcher }, tool)).toBe(expected);
  });
});

it("passes on a vendor's own event unchanged", () => {
  expect(piEventOf("pre_tool_call")).toBe("tool_call");
  expect(piEventOf("turn_end")).toBe("turn_end");
});
