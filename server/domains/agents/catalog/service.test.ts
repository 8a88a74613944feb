import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { catalogService } from "./index.ts";
import { agentRootView, mcpServerView, pluginView, skillView } from "./model.ts";

const demo = join(import.meta.dirname, "../../../../test/support/catalog");
const closers: (() => Promise<void>)[] = [];
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "catalog-"));
  await cp(demo, folder, { recursive: true });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

async function start(
  environment: Record<string, string> = {},
  path: string | null = join(folder, "air.json"),
) {
  const clock = { at: 0, now: () => clock.at };
  const logged: string[] = [];
  const catalog = catalogService({ path, environment, clock, log: (problem) => void logged.push(problem) });
  closers.push(() => catalog.close());
  await catalog.reload();
  return { catalog, clock, logged };
}

const nothing = { mcpServers: [], skills: [], hooks: [], plugins: [] };
const file = (name: string) => join(folder, name);

/** Changes one entry of an index file. */
async function edit(name: string, change: (entries: Record<string, unknown>) => void) {
  const entries: Record<string, unknown> = JSON.parse(await readFile(file(name), "utf8"));
  change(entries);
  await writeFile(file(name), JSON.stringify(entries));
}

describe("the current catalog", () => {
  it("is empty when no catalog is configured", async () => {
    const { catalog, logged } = await start({}, null);
    expect(catalog.current().roots.byQualified.size).toBe(0);
    expect(catalog.views()).toEqual({ mcp_servers: [], agent_roots: [], skills: [], hooks: [], plugins: [] });
    expect(catalog.problems()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("is empty, with problems, if the catalog never loaded", async () => {
    const { catalog, logged } = await start({}, file("none/air.json"));
    expect(catalog.current().mcpServers.byQualified.size).toBe(0);
    expect(catalog.problems()).toEqual([expect.stringContaining("none/air.json: does not exist")]);
    expect(logged).toEqual(catalog.problems());
  });

  it("survives a broken file and is updated once the file is fixed", async () => {
    const { catalog, logged } = await start();
    const good = await readFile(file("mcp.json"), "utf8");

    await writeFile(file("mcp.json"), "{");
    await catalog.reload();
    expect(catalog.problems()).toEqual([
      expect.stringContaining("mcp.json: cannot be read"),
      expect.stringMatching(/plugins\.json.*"ledger"/),
      expect.stringMatching(/roots\.json.*"clock"/),
    ]);
    expect(catalog.current().mcpServers.byId.has("ledger")).toBe(true);
    await catalog.reload();
    expect(logged).toHaveLength(3);

    await writeFile(file("mcp.json"), good.replace('"Ledger"', '"New ledger"'));
    await catalog.reload();
    expect(catalog.problems()).toEqual([]);
    expect(catalog.views().mcp_servers[1]?.title).toBe("New ledger");
  });

  it("notices a changed file on access, two seconds after the last check", async () => {
    const { catalog, clock } = await start();
    catalog.current();
    await edit("mcp.json", (servers) => {
      servers["timer"] = servers["clock"];
    });

    clock.at = 1_999;
    catalog.current();
    await catalog.close();
    expect(catalog.current().mcpServers.byId.has("timer")).toBe(false);
  });

  it("picks up the change on its own", async () => {
    const { catalog, clock } = await start();
    catalog.current();
    await edit("mcp.json", (servers) => {
      servers["timer"] = servers["clock"];
    });

    clock.at = 2_000;
    expect(catalog.current().mcpServers.byId.has("timer")).toBe(false);
    await expect.poll(() => catalog.current().mcpServers.byId.has("timer")).toBe(true);
  });

  it("loads on first access without a call to reload", async () => {
    const clock = { now: () => 0 };
    const catalog = catalogService({ path: file("air.json"), environment: {}, clock, log: () => undefined });
    closers.push(() => catalog.close());
    expect(catalog.current().roots.byQualified.size).toBe(0);
    await expect.poll(() => catalog.current().roots.byQualified.size).toBe(2);
  });

  it("notices an index file that was missing before", async () => {
    await rm(file("hooks/hooks.json"));
    await edit("plugins.json", (plugins) => {
      plugins["review-kit"] = { description: "x" };
    });
    const { catalog, clock, logged } = await start();
    expect(catalog.problems()).toEqual([]);
    expect(logged).toEqual([expect.stringMatching(/hooks\.json, which does not exist/)]);
    await cp(join(demo, "hooks/hooks.json"), file("hooks/hooks.json"));
    catalog.current();
    clock.at = 2_000;
    await expect.poll(() => catalog.current().hooks.byId.has("note-start")).toBe(true);
  });

  it("no longer changes after closing", async () => {
    const { catalog, clock } = await start();
    await catalog.close();
    await writeFile(file("mcp.json"), "{");
    clock.at = 10_000;
    catalog.current();
    await catalog.reload();
    expect(catalog.problems()).toEqual([]);
  });
});

describe("findRoot", () => {
  it("finds a root by short or qualified name", async () => {
    const { catalog } = await start();
    expect(catalog.current().findRoot("orchard-api")?.definition).toMatchObject({
      gitRoot: "file:///srv/demo/orchard.git",
      branch: "main",
      subdirectory: "api",
      goal: "open-reviewed-green-pr",
      model: "sonnet",
    });
    expect(catalog.current().findRoot("@local/orchard-api")?.name).toBe("orchard-api");
    expect(catalog.current().findRoot("nobody")).toBeUndefined();
  });
});

describe("resolveSelection", () => {
  it("uses the root's lists by default, and adds what the plugins bring", async () => {
    const { catalog } = await start();
    expect(catalog.resolveSelection({ root: "orchard-api" })).toEqual({
      selected: { mcpServers: ["clock"], skills: ["tidy-diff"], hooks: [], plugins: ["review-kit"] },
      effective: {
        mcpServers: ["clock", "ledger"],
        skills: ["tidy-diff"],
        hooks: ["note-start"],
        plugins: ["review-kit"],
      },
      unknown: nothing,
    });
  });

  it("treats an empty list as none and any other list as given", async () => {
    const { catalog } = await start();
    const selection = catalog.resolveSelection({
      root: "orchard-api",
      mcpServers: ["old-mailer", "@local/old-mailer"],
      skills: [],
      plugins: [],
    });
    expect(selection.selected).toEqual({ ...nothing, mcpServers: ["old-mailer", "@local/old-mailer"] });
    expect(selection.effective).toEqual({ ...nothing, mcpServers: ["old-mailer"] });
  });

  it("reports names that left the catalog as unknown instead of refusing", async () => {
    const { catalog } = await start();
    const selection = catalog.resolveSelection({
      root: "gone",
      mcpServers: ["clock", "gone"],
      hooks: ["gone-too"],
    });
    expect(selection.effective).toEqual({ ...nothing, mcpServers: ["clock"] });
    expect(selection.unknown).toEqual({ ...nothing, mcpServers: ["gone"], hooks: ["gone-too"] });
  });
});

describe("checkPicks", () => {
  it("accepts known names and omitted lists", async () => {
    const { catalog } = await start();
    expect(() => catalog.checkPicks({ mcpServers: ["clock", "@local/ledger"], hooks: [] })).not.toThrow();
  });

  it.each([
    ["mcpServers", "servers", "MCP server", 50],
    ["skills", "skills", "skill", 100],
    ["hooks", "hooks", "hook", 100],
    ["plugins", "plugins", "plugin", 50],
  ] as const)("refuses unknown names and too many in %s", async (pick, noun, what, limit) => {
    const { catalog } = await start();
    expect(() => catalog.checkPicks({ [pick]: ["nobody", "noone"] })).toThrow(
      expect.objectContaining({
        status: 422,
        label: `Invalid ${noun}`,
        messages: [`Unknown ${what} "nobody"`, `Unknown ${what} "noone"`],
      }),
    );
    expect(() => catalog.checkPicks({ [pick]: Array(limit + 1).fill("clock") })).toThrow(
      expect.objectContaining({
        status: 422,
        label: `Too many ${noun}`,
        message: expect.stringContaining(`At most ${limit}`),
      }),
    );
  });

  it("reports the problems of all lists under the label of the first", async () => {
    const { catalog } = await start();
    expect(() => catalog.checkPicks({ skills: ["x"], plugins: ["y"] })).toThrow(
      expect.objectContaining({ label: "Invalid skills", message: 'Unknown skill "x", Unknown plugin "y"' }),
    );
  });
});

describe("equipment", () => {
  const effective = {
    mcpServers: ["clock", "ledger"],
    skills: ["seed-shop"],
    hooks: ["note-start"],
    plugins: [],
  };

  it("has every variable filled in and every path absolute", async () => {
    const { catalog } = await start({ LEDGER_TOKEN: "s3cret-token", NOTE_FILE: "/notes.log" });
    expect(catalog.equipmentFor(effective)).toEqual({
      mcpServers: [
        {
          name: "clock",
          type: "stdio",
          command: "node",
          args: ["./servers/clock.mjs"],
          env: { DEFAULT_ZONE: "UTC" },
        },
        {
          name: "ledger",
          type: "streamable-http",
          url: "https://ledger.demo.invalid/mcp",
          headers: { Authorization: "Bearer s3cret-token" },
          startupTimeoutSec: 20,
        },
      ],
      skills: [
        {
          id: "seed-shop",
          path: expect.stringMatching(/^\/.*skills\/seed-shop$/),
          references: [expect.stringMatching(/^\/.*refs\/shop-model\.md$/)],
        },
      ],
      hooks: [
        {
          id: "note-start",
          path: expect.stringMatching(/^\/.*hooks\/note-start$/),
          event: "session_start",
          command: "./note.sh",
          args: [],
          env: { NOTE_FILE: "/notes.log" },
          timeoutSeconds: 5,
        },
      ],
    });
    expect(catalog.warningsFor(effective)).toEqual([]);
    expect(catalog.secretValues()).toEqual([
      { name: "LEDGER_TOKEN", value: "s3cret-token" },
      { name: "NOTE_FILE", value: "/notes.log" },
    ]);
  });

  it("is refused with the variable and the server that needs it", async () => {
    const { catalog } = await start();
    expect(() => catalog.equipmentFor(effective)).toThrow(
      expect.objectContaining({
        status: 422,
        message: 'The MCP server "ledger": the variable LEDGER_TOKEN is not set.',
        extra: { reason: "air_secret_unresolvable", variables: ["LEDGER_TOKEN"] },
      }),
    );
  });

  it("is refused in the same way for a hook", async () => {
    await edit("hooks/note-start/HOOK.json", (hook) => {
      hook["args"] = ["${WHO}", "${WHEN}"];
    });
    const { catalog } = await start();
    const hookOnly = { ...nothing, hooks: ["note-start"] };
    expect(catalog.warningsFor(hookOnly)).toEqual([
      'The hook "note-start" cannot run now: the variables WHO, WHEN are not set.',
    ]);
    expect(() => catalog.equipmentFor(hookOnly)).toThrow(
      'The hook "note-start": the variables WHO, WHEN are not set.',
    );
  });

  it("is refused if a name is no longer in the catalog", async () => {
    const { catalog } = await start();
    expect(() => catalog.equipmentFor({ ...nothing, skills: ["gone"] })).toThrow(
      'The skill "gone" is no longer',
    );
  });

  it("is refused if a variable makes an address invalid", async () => {
    await edit("mcp.json", (servers) => {
      servers["far"] = { type: "sse", url: "${FAR}" };
    });
    const { catalog } = await start({ FAR: "file:///etc/passwd" });
    expect(() => catalog.equipmentFor({ ...nothing, mcpServers: ["far"] })).toThrow(
      'the url of the MCP server "far"',
    );
  });

  it("leaves out a skill whose files do not exist, with a warning", async () => {
    await rm(file("skills/tidy-diff"), { recursive: true });
    const { catalog } = await start();
    const skillOnly = { ...nothing, skills: ["tidy-diff"] };
    expect(catalog.equipmentFor(skillOnly).skills).toEqual([]);
    expect(catalog.warningsFor(skillOnly)).toEqual([
      'The skill "tidy-diff" is left out: its SKILL.md does not exist.',
    ]);
  });

  it("warns about servers that cannot start now", async () => {
    const { catalog } = await start();
    expect(catalog.warningsFor({ ...nothing, mcpServers: ["clock", "ledger", "old-mailer"] })).toEqual([
      'The MCP server "ledger" cannot start now: the variable LEDGER_TOKEN is not set.',
      'The MCP server "old-mailer" cannot start now: Switched off in spring; use the ledger\'s exports.',
    ]);
  });
});

describe("views", () => {
  it("have the wire shapes", async () => {
    const { catalog } = await start();
    const views = catalog.views();
    expect(mcpServerView.array().parse(views.mcp_servers)).toEqual(views.mcp_servers);
    expect(agentRootView.array().parse(views.agent_roots)).toEqual(views.agent_roots);
    expect(skillView.array().parse(views.skills)).toEqual(views.skills);
    expect(skillView.array().parse(views.hooks)).toEqual(views.hooks);
    expect(pluginView.array().parse(views.plugins)).toEqual(views.plugins);
  });

  it("keep servers that cannot start and flag them", async () => {
    const { catalog } = await start();
    expect(catalog.views().mcp_servers).toMatchObject([
      { name: "clock", scope: null, unavailable: false, unavailable_reason: null, startup_timeout_sec: null },
      {
        name: "ledger",
        unavailable: true,
        unavailable_reason: "The variable LEDGER_TOKEN is not set.",
        startup_timeout_sec: 20,
      },
      {
        name: "old-mailer",
        unavailable: true,
        unavailable_reason: "Switched off in spring; use the ledger's exports.",
      },
    ]);
  });

  it("serve an agent root under both sets of names", async () => {
    const { catalog } = await start();
    expect(catalog.views().agent_roots[0]).toMatchObject({
      name: "orchard-api",
      qualified_name: null,
      display_name: "Orchard API",
      url: "file:///srv/demo/orchard.git",
      git_root: "file:///srv/demo/orchard.git",
      default_branch: "main",
      branch: "main",
      subdirectory: "api",
      custom: false,
      default: false,
      user_invocable: true,
      default_mcp_servers: ["clock"],
      mcp_servers: ["clock"],
      default_plugins: ["review-kit"],
      catalog_plugins: ["review-kit"],
      default_goal: "open-reviewed-green-pr",
      goal: "open-reviewed-green-pr",
      default_model: "sonnet",
      model: "sonnet",
    });
    expect(catalog.views().agent_roots[1]).toMatchObject({
      user_invocable: false,
      default_subagent_roots: ["orchard-api"],
    });
  });
});
