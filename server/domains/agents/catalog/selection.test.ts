import { expect, it } from "vitest";
import { entrySchemas } from "./air-files.ts";
import { equip } from "./equipment.ts";
import type { RootDefinition, ServerDefinition } from "./model.ts";
import { compose } from "./rules.ts";
import { checkPicks, findRoot, selectFrom } from "./selection.ts";
import { viewsOf } from "./views.ts";

const clock: ServerDefinition = entrySchemas.mcpServers.parse({ type: "stdio", command: "clock" });
const app: RootDefinition = entrySchemas.roots.parse({ description: "x", default_mcp_servers: ["clock"] });

/** Two scopes that have everything in common. */
const { catalog } = compose({
  references: [],
  mcpServers: ["local", "acme/tools"].map((scope) => ({
    source: "m",
    scope,
    entries: new Map([["clock", clock]]),
  })),
  skills: [],
  hooks: [],
  plugins: [],
  roots: ["local", "acme/tools"].map((scope) => ({ source: "r", scope, entries: new Map([["app", app]]) })),
});
const nothing = { mcpServers: [], skills: [], hooks: [], plugins: [] };

it("refuses a root name that two scopes have", () => {
  expect(() => findRoot(catalog, "app")).toThrow(
    expect.objectContaining({
      label: "Invalid agent_root",
      message: expect.stringContaining("@local/app, @acme/tools/app"),
    }),
  );
  expect(findRoot(catalog, "@acme/tools/app")?.scope).toBe("acme/tools");
});

it("returns a root's own lists under the names that callers send back", () => {
  expect(selectFrom(catalog, findRoot(catalog, "@acme/tools/app"), {}).selected.mcpServers).toEqual([
    "@acme/tools/clock",
  ]);
});

it("treats a stored ambiguous name as unknown and refuses a new one", () => {
  expect(selectFrom(catalog, undefined, { mcpServers: ["clock"] })).toEqual({
    selected: { ...nothing, mcpServers: ["clock"] },
    effective: nothing,
    unknown: { ...nothing, mcpServers: ["clock"] },
  });
  expect(() => checkPicks(catalog, { mcpServers: ["clock"] })).toThrow(
    expect.objectContaining({
      label: "Invalid servers",
      message: expect.stringContaining("use one of @local/clock, @acme/tools/clock"),
    }),
  );
});

it("refuses two entries that would have the same name in a runtime", () => {
  const both = { ...nothing, mcpServers: ["@local/clock", "@acme/tools/clock"] };
  expect(() => equip(catalog, {}, both)).toThrow(
    '@local/clock and @acme/tools/clock cannot be used together, because each is the MCP server "clock"',
  );
});

it("returns scopes and qualified names in a composed catalog", () => {
  const views = viewsOf(catalog, {});
  expect(views.mcp_servers.map(({ name, scope }) => ({ name, scope }))).toEqual([
    { name: "@local/clock", scope: "local" },
    { name: "@acme/tools/clock", scope: "acme/tools" },
  ]);
  expect(views.agent_roots.map(({ name, qualified_name }) => [name, qualified_name])).toEqual([
    ["@local/app", "@local/app"],
    ["@acme/tools/app", "@acme/tools/app"],
  ]);
});
