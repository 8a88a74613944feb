import { describe, expect, it } from "vitest";
import { appServerName, serverOfTool, showsAppsOf } from "./model.ts";

describe("the server of a tool", () => {
  it.each([
    ["mcp__charts__draw", "charts"],
    ["mcp__my-charts_2__draw_line", "my-charts_2"],
    ["Bash", null],
    ["mcp__charts", null],
    ["mcp____draw", null],
    // Either of two servers.
    ["mcp__charts__evil__draw", null],
    ["mcp__charts___draw", null],
    ["mcp__charts_evil__draw", "charts_evil"],
    ["xmcp__charts__draw", null],
  ])("%s is %s", (tool, server) => {
    expect(serverOfTool(tool)).toBe(server);
  });
});

it("shows apps of allowed servers only, and of none while apps are off", () => {
  const on = { enabled: true, allowed_servers: ["charts"] };
  expect(showsAppsOf(on, "mcp__charts__draw")).toBe(true);
  expect(showsAppsOf(on, "mcp__chart__draw")).toBe(false);
  expect(showsAppsOf(on, "mcp__charts__evil__draw")).toBe(false);
  expect(showsAppsOf({ ...on, enabled: false }, "mcp__charts__draw")).toBe(false);
});

it.each(["", "a__b", "_a", "a_", "a b", "a/b", "é", "x".repeat(101)])("refuses the name %j", (name) => {
  expect(appServerName.safeParse(name).success).toBe(false);
});
