import { describe, expect, it } from "vitest";
import type {
  Kind,
  Picks,
  PluginDefinition,
  RootDefinition,
  ServerDefinition,
  SkillDefinition,
} from "./model.ts";
import { compose, type Excludes, findEntry, type IndexContent, type Indexes } from "./rules.ts";
import { findingSentence } from "./text.ts";

const server: ServerDefinition = {
  title: null,
  description: null,
  connection: { type: "stdio", command: "true", args: [], env: {} },
  oauth: null,
  unavailable: null,
  startupTimeoutSec: null,
};

const picks = (some: Partial<Picks>): Picks => ({
  mcpServers: [],
  skills: [],
  hooks: [],
  plugins: [],
  ...some,
});
const skill = (...references: string[]): SkillDefinition => ({
  title: null,
  description: "x",
  folder: null,
  references,
});
const plugin = (some: Partial<Picks>): PluginDefinition => ({
  title: null,
  description: "x",
  version: null,
  keywords: [],
  picks: picks(some),
});
const root = (some: Partial<Picks>, subagentRoots: string[] = []): RootDefinition => ({
  displayName: null,
  description: "x",
  gitRoot: null,
  branch: "main",
  subdirectory: null,
  picks: picks(some),
  subagentRoots,
  userInvocable: true,
  isDefault: false,
  goal: null,
  model: null,
  runtime: null,
});

function index<T>(source: string, entries: Record<string, T>, scope = "local"): IndexContent<T> {
  return { source, scope, entries: new Map(Object.entries(entries)) };
}

function composeOf(some: Partial<Indexes>, excludes: Excludes = {}) {
  const empty: Indexes = { references: [], mcpServers: [], skills: [], hooks: [], plugins: [], roots: [] };
  const { catalog, problems, warnings } = compose({ ...empty, ...some }, excludes);
  return { catalog, problems: problems.map(findingSentence), warnings: warnings.map(findingSentence) };
}

const keys = (composition: ReturnType<typeof composeOf>, kind: Kind) => [
  ...composition.catalog[kind].byQualified.keys(),
];

describe("merging", () => {
  it("merges the files of one scope under qualified ids", () => {
    const made = composeOf({
      mcpServers: [index("a.json", { one: server }), index("b.json", { two: server })],
    });
    expect(keys(made, "mcpServers")).toEqual(["@local/one", "@local/two"]);
    expect(made).toMatchObject({ problems: [], warnings: [], catalog: { composed: false } });
  });

  it("refuses the same id twice in a scope and names both files", () => {
    const made = composeOf({
      mcpServers: [index("a.json", { one: server }), index("b.json", { one: server })],
    });
    expect(made.problems).toEqual(['b.json: MCP server "one" is also defined in a.json']);
  });

  it("allows two kinds to use the same id", () => {
    const made = composeOf({
      mcpServers: [index("a.json", { x: server })],
      skills: [index("b.json", { x: skill() })],
    });
    expect(made.problems).toEqual([]);
  });
});

describe("a short id in two scopes", () => {
  const made = composeOf({
    mcpServers: [
      index("a.json", { one: server, two: server }),
      index("b.json", { one: server }, "acme/tools"),
    ],
  });

  it("is kept in both under qualified names, with a warning", () => {
    const names = [...made.catalog.mcpServers.byQualified.values()].map(({ name }) => name);
    expect(names).toEqual(["@local/one", "two", "@acme/tools/one"]);
    expect(made.catalog.composed).toBe(true);
    expect(made.problems).toEqual([]);
    expect(made.warnings).toEqual([
      'MCP server "one" exists in several scopes; use one of @local/one, @acme/tools/one',
    ]);
  });

  it.each([
    ["finds either by its qualified id", "@acme/tools/one", "found"],
    ["calls the short id ambiguous", "one", "ambiguous"],
    ["finds an unshared short id", "two", "found"],
    ["finds an unshared one by its qualified id too", "@local/two", "found"],
    ["knows nothing else", "three", "unknown"],
    ["does not mistake a property of every object for an id", "constructor", "unknown"],
  ])("%s", (_title, name, kind) => {
    expect(findEntry(made.catalog.mcpServers, name).kind).toBe(kind);
  });
});

describe("exclude", () => {
  const mcpServers = [
    index("a.json", { one: server, two: server }),
    index("b.json", { one: server }, "acme/tools"),
    index("c.json", { one: server }, "acme/deep/tools"),
  ];

  it.each([
    ["one qualified id", "@local/one", ["@local/two", "@acme/tools/one", "@acme/deep/tools/one"]],
    ["a scope's entries by a star", "@local/*", ["@acme/tools/one", "@acme/deep/tools/one"]],
    ["a star within one segment only", "@acme/*/one", ["@local/one", "@local/two", "@acme/deep/tools/one"]],
    [
      "a part of a name",
      "@local/t*o",
      ["@local/one", "@local/two", "@acme/tools/one", "@acme/deep/tools/one"].filter(
        (id) => id !== "@local/two",
      ),
    ],
  ])("removes %s", (_title, pattern, left) => {
    expect(keys(composeOf({ mcpServers }, { mcpServers: [pattern] }), "mcpServers")).toEqual(left);
  });

  it("applies to one kind, and warns if it matches nothing", () => {
    const made = composeOf({ mcpServers }, { skills: ["@local/one"] });
    expect(keys(made, "mcpServers")).toHaveLength(4);
    expect(made.warnings).toContain('exclude: "@local/one" matches no skill');
  });

  it("applies before names are assigned, so that a removed entry shadows nothing", () => {
    const made = composeOf({ mcpServers }, { mcpServers: ["@acme/*/one", "@acme/*/*/one"] });
    expect(made.warnings).toEqual([]);
    expect(findEntry(made.catalog.mcpServers, "one")).toMatchObject({
      entry: { name: "one", scope: "local" },
    });
  });

  it("treats a dot in a pattern literally", () => {
    const made = composeOf(
      { mcpServers: [index("a.json", { oxe: server }, "o.e")] },
      { mcpServers: ["@oxe/oxe"] },
    );
    expect(keys(made, "mcpServers")).toEqual(["@o.e/oxe"]);
  });
});

describe("references between entries", () => {
  const mcpServers = [
    index("a.json", { one: server }),
    index("b.json", { one: server, far: server }, "acme/tools"),
  ];

  it("prefer their own scope, fall back to the only other entry, and end up qualified", () => {
    const roots = [index("r.json", { app: root({ mcpServers: ["one", "far", "@acme/tools/one"] }) })];
    const made = composeOf({ mcpServers, roots });
    expect(made.problems).toEqual([]);
    expect(made.catalog.roots.byQualified.get("@local/app")?.definition.picks.mcpServers).toEqual([
      "@local/one",
      "@acme/tools/far",
      "@acme/tools/one",
    ]);
  });

  it("are all reported if they cannot be resolved, with file, entry, key and name", () => {
    const roots = [
      index("r.json", { app: root({ mcpServers: ["one"], skills: ["gone"] }, ["nobody"]) }, "other"),
    ];
    const skills = [
      index("s.json", { tidy: skill("paper") }),
      index("s.json", { cut: skill() }, "acme/tools"),
    ];
    const plugins = [index("p.json", { kit: plugin({ skills: ["cut"] }) })];
    const made = composeOf({ mcpServers, roots, skills, plugins }, { skills: ["@acme/tools/cut"] });
    expect(made.problems).toEqual([
      's.json: skill "tidy": references names the reference "paper", which is not in the catalog',
      'p.json: plugin "kit": skills names the skill "cut", which was removed by exclude',
      'r.json: agent root "app": default_subagent_roots names the agent root "nobody", which is not in the catalog',
      'r.json: agent root "app": default_mcp_servers names the MCP server "one", which is ambiguous: @local/one, @acme/tools/one',
      'r.json: agent root "app": default_skills names the skill "gone", which is not in the catalog',
    ]);
  });
});

describe("plugins", () => {
  const mcpServers = [index("m.json", { a: server, b: server, c: server })];

  it("list nested plugins first, and duplicates at their last position", () => {
    const plugins = [
      index("p.json", {
        outer: plugin({ mcpServers: ["c", "a"], plugins: ["inner", "other"] }),
        inner: plugin({ mcpServers: ["a", "b"] }),
        other: plugin({ mcpServers: ["b"] }),
      }),
    ];
    const made = composeOf({ mcpServers, plugins });
    expect(made.catalog.plugins.byQualified.get("@local/outer")?.definition.picks).toEqual(
      picks({ mcpServers: ["@local/b", "@local/c", "@local/a"], plugins: ["@local/inner", "@local/other"] }),
    );
  });

  it("may be nested twice without being a cycle", () => {
    const plugins = [
      index("p.json", {
        top: plugin({ plugins: ["left", "right"] }),
        left: plugin({ plugins: ["base"] }),
        right: plugin({ plugins: ["base"] }),
        base: plugin({ mcpServers: ["a"] }),
      }),
    ];
    const made = composeOf({ mcpServers, plugins });
    expect(made.problems).toEqual([]);
    expect(made.catalog.plugins.byQualified.get("@local/top")?.definition.picks.mcpServers).toEqual([
      "@local/a",
    ]);
  });

  it.each([
    ["itself", { a: plugin({ plugins: ["a"] }) }, "@local/a -> @local/a"],
    [
      "a ring of three",
      { a: plugin({ plugins: ["b"] }), b: plugin({ plugins: ["c"] }), c: plugin({ plugins: ["a"] }) },
      "@local/a -> @local/b -> @local/c -> @local/a",
    ],
  ])("that contain %s are reported once, with the path", (_title, entries, path) => {
    const made = composeOf({ plugins: [index("p.json", entries)] });
    expect(made.problems).toEqual([`p.json: plugins contain each other: ${path}`]);
  });
});
