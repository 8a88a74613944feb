import { expect, it } from "vitest";
import { z } from "zod";
import { chooseTools, type ToolGroup } from "./groups.ts";
import { defineTool, type Tool } from "./tool.ts";

const tool = (name: string, effect: Tool["effect"], description = ""): Tool =>
  defineTool({ name, description, effect, input: z.object({}), run: () => ({ text: "", facts: {} }) });

const groups: ToolGroup[] = [
  { name: "things", kind: "base", tools: [tool("look", "read"), tool("act", "add", "on anything")] },
  { name: "parcels", kind: "base", tools: [tool("find", "read"), tool("send", "destroy")] },
  { name: "rare", kind: "opt_in", tools: [tool("dig", "add")] },
  { name: "own", kind: "composite", tools: [tool("look", "read"), tool("act", "add", "on one's own")] },
];

const chosen = (...names: string[]): string[] =>
  chooseTools(groups, names).tools.map(({ name, description }) => `${name} ${description}`.trim());

it("offers every base group by default", () => {
  const { tools, unknown } = chooseTools(groups, null);
  expect(tools.map(({ name }) => name)).toEqual(["look", "act", "find", "send"]);
  expect(unknown).toEqual([]);
});

it("offers the named groups, each tool once, and readonly groups without tools that change something", () => {
  expect(chosen("parcels_readonly", "rare")).toEqual(["find", "dig"]);
  expect(chosen("parcels_readonly", "parcels")).toEqual(["find", "send"]);
  expect(chosen("own")).toEqual(["look", "act on one's own"]);
});

it("prefers the tool of a group to the same tool of a composite", () => {
  expect(chosen("own", "things")).toEqual(["look", "act on anything"]);
  expect(chosen("own", "things_readonly")).toEqual(["look", "act on one's own"]);
});

it("names unknown groups", () => {
  expect(chooseTools(groups, ["things", "nonsense", "rare_readonly", "readonly"]).unknown).toEqual([
    "nonsense",
    "readonly",
  ]);
  expect(chosen("nonsense")).toEqual([]);
});
