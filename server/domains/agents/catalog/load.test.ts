import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "./load.ts";
import { findingSentence } from "./text.ts";

let base = "";
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "catalog-"));
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Writes files below the test's folder; objects as JSON. */
async function put(files: Record<string, unknown>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(base, name)), { recursive: true });
    await writeFile(join(base, name), typeof content === "string" ? content : JSON.stringify(content));
  }
}

/** Loads the test's catalog, with the findings as sentences. */
async function load() {
  const { problems, warnings, catalog } = await loadCatalog(join(base, "home/air.json"));
  return { problems: problems.map(findingSentence), warnings: warnings.map(findingSentence), catalog };
}
const ids = (index: { byId: ReadonlyMap<string, unknown> }) => [...index.byId.keys()];
const clock = { type: "stdio", command: "clock" };
const skill = { description: "Tidies.", path: "tidy" };

it("reads the demo catalog without a problem", async () => {
  const loaded = await loadCatalog(join(import.meta.dirname, "../../../../test/support/catalog/air.json"));
  expect(loaded.problems).toEqual([]);
  expect(loaded.warnings).toEqual([]);
  const { catalog } = loaded;
  expect(ids(catalog.roots)).toEqual(["orchard-api", "router"]);
  expect(ids(catalog.mcpServers)).toEqual(["clock", "ledger", "old-mailer"]);
  expect(ids(catalog.skills)).toEqual(["tidy-diff", "seed-shop"]);
  expect(ids(catalog.plugins)).toEqual(["review-kit"]);
  expect(catalog.hooks.byId.get("note-start")?.[0]?.definition.file).toMatchObject({
    event: "session_start",
    timeoutSeconds: 5,
  });
});

describe("air.json", () => {
  it.each([
    ["that is not there", undefined, /air\.json: does not exist/],
    ["that is no JSON", "{", /air\.json: cannot be read: /],
    ["without a name", {}, /air\.json: name is missing/],
    ["whose list is no list", { name: "x", mcp: "./mcp.json" }, /air\.json: mcp must be an array/],
    [
      "that excludes an unknown kind",
      { name: "x", exclude: { servers: [] } },
      /exclude has the unknown key "servers"/,
    ],
    ["that excludes in array form", { name: "x", exclude: ["@local/x"] }, /exclude must be/],
    [
      "that excludes a bare id",
      { name: "x", exclude: { mcp: ["clock"] } },
      /exclude\.mcp\.0 is not of the form/,
    ],
    [
      "that lists another provider",
      { name: "x", catalogs: ["github://acme/tools"] },
      /github:\/\/ sources are not supported/,
    ],
    [
      "that lists a web address",
      { name: "x", mcp: ["https://x.invalid/mcp.json"] },
      /https:\/\/ sources are not supported/,
    ],
    [
      "that lists a file URL of another host",
      { name: "x", mcp: ["file://nas/mcp.json"] },
      /not a usable file URL/,
    ],
    [
      "that lists a catalog folder that is not there",
      { name: "x", catalogs: ["./none"] },
      /\.\/none, which is not a folder/,
    ],
  ])("%s is a problem that names the file and key", async (_title, air, problem) => {
    if (air !== undefined) await put({ "home/air.json": air });
    const { problems } = await load();
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems[0]).toContain(join(base, "home/air.json"));
  });

  it("may start with the byte order mark that some editors write", async () => {
    await put({
      "home/air.json": { name: "x", mcp: ["./mcp.json"] },
      "home/mcp.json": `\uFEFF${JSON.stringify({ clock })}`,
    });
    const { problems, catalog } = await load();
    expect([problems, ids(catalog.mcpServers)]).toEqual([[], ["clock"]]);
  });

  it("may have comments and trailing commas, as editors write them", async () => {
    await put({
      "home/air.json": '{ "name": "x", /* all of ours */ "mcp": ["./mcp.json",], }',
      "home/mcp.json": `{\n  // https://example.com, not a comment's end: */\n  "clock": ${JSON.stringify(clock)},\n}`,
    });
    const { problems, catalog } = await load();
    expect([problems, ids(catalog.mcpServers)]).toEqual([[], ["clock"]]);
  });

  it("treats a listed file that does not exist as empty, with a warning", async () => {
    await put({ "home/air.json": { name: "x", mcp: ["./mcp.json"], extensions: ["./x.js"] } });
    expect(await load()).toMatchObject({
      problems: [],
      warnings: [
        expect.stringMatching(/extensions are not loaded/),
        expect.stringMatching(/mcp names \.\/mcp\.json/),
      ],
    });
  });

  it("removes what it excludes", async () => {
    await put({
      "home/air.json": { name: "x", mcp: ["mcp.json"], exclude: { mcp: ["@local/c*"] } },
      "home/mcp.json": { clock, timer: clock },
    });
    expect(ids((await load()).catalog.mcpServers)).toEqual(["timer"]);
  });

  it("may list file URLs and files outside its own folder", async () => {
    await put({
      "home/air.json": {
        name: "x",
        mcp: [pathToFileURL(join(base, "a/mcp.json")).href, "../b/servers.json"],
      },
      "a/mcp.json": { $schema: "https://x.invalid/mcp.schema.json", one: clock },
      "b/servers.json": { two: clock },
    });
    const loaded = await load();
    expect(loaded.problems).toEqual([]);
    expect(ids(loaded.catalog.mcpServers)).toEqual(["one", "two"]);
  });
});

describe("an index entry", () => {
  const air = {
    name: "x",
    mcp: ["mcp.json"],
    roots: ["roots.json"],
    skills: ["skills.json"],
    hooks: ["hooks.json"],
  };

  it.each([
    [
      "a server without a type (R150)",
      "mcp.json",
      { s: {} },
      /"s": type must be stdio, sse or streamable-http/,
    ],
    [
      "a stdio server without a command (R150)",
      "mcp.json",
      { s: { type: "stdio" } },
      /"s": command is missing/,
    ],
    [
      "a stdio server with a url (R150)",
      "mcp.json",
      { s: { ...clock, url: "https://x.invalid" } },
      /"s": url is not allowed/,
    ],
    [
      "a stdio server with headers (R150)",
      "mcp.json",
      { s: { ...clock, headers: {} } },
      /"s": headers is not allowed/,
    ],
    ["a remote server without a url (R150)", "mcp.json", { s: { type: "sse" } }, /"s": url is missing/],
    [
      "a remote server with a command (R150)",
      "mcp.json",
      { s: { type: "streamable-http", url: "https://x.invalid", command: "x" } },
      /"s": command is not allowed for a streamable-http server/,
    ],
    [
      "a remote server with args (R150)",
      "mcp.json",
      { s: { type: "sse", url: "https://x.invalid", args: [] } },
      /"s": args is not allowed/,
    ],
    ["a server at a file", "mcp.json", { s: { type: "sse", url: "file:///x" } }, /"s": url is not an http/],
    ["a blank title", "mcp.json", { s: { ...clock, title: "" } }, /"s": title is blank/],
    [
      "a title of 101 characters",
      "mcp.json",
      { s: { ...clock, title: "x".repeat(101) } },
      /"s": title is longer than 100/,
    ],
    [
      "a description of 501 characters",
      "mcp.json",
      { s: { ...clock, description: "x".repeat(501) } },
      /"s": description is longer than 500/,
    ],
    [
      "an env value that is no text",
      "mcp.json",
      { s: { ...clock, env: { A: 1 } } },
      /"s": env\.A must be a string/,
    ],
    ["a qualified key", "mcp.json", { "@local/s": clock }, /"@local\/s" is a qualified id/],
    ["a key with a dot", "mcp.json", { "a.b": clock }, /"a\.b" may only contain letters/],
    ["brackets in a skill's key", "skills.json", { "a[0]": skill }, /"a\[0\]" may only contain letters/],
    ["a list instead of an object", "mcp.json", [], /is not a JSON object keyed by id/],
    ["broken JSON", "mcp.json", "{", /cannot be read: /],
    ["a root without a description", "roots.json", { r: {} }, /"r": description is missing/],
    [
      "a root whose url is an option",
      "roots.json",
      { r: { description: "x", url: "--upload-pack=x" } },
      /"r": The git URL must not start with '-'/,
    ],
    [
      "a root whose folder climbs",
      "roots.json",
      { r: { description: "x", url: "https://x.invalid/r", subdirectory: "../x" } },
      /"r": The subdirectory must not contain/,
    ],
    ["a skill without a path", "skills.json", { s: { description: "x" } }, /"s": path is missing/],
    [
      "a skill from elsewhere",
      "skills.json",
      { s: { description: "x", path: "github://a/b" } },
      /"s": path names github/,
    ],
    [
      "a skill outside the catalog",
      "skills.json",
      { s: { ...skill, path: "../out" } },
      /"s": path \.\.\/out leaves/,
    ],
    [
      "a skill behind a link to the outside",
      "skills.json",
      { s: { ...skill, path: "link" } },
      /"s": path link leaves/,
    ],
  ])("with %s is a problem that names the file and key", async (_title, file, content, problem) => {
    await put({ "home/air.json": air, [`home/${file}`]: content, "out/SKILL.md": "x" });
    await symlink(join(base, "out"), join(base, "home/link"));
    const { problems } = await load();
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems[0]).toContain(join(base, "home", file));
  });

  it("may be a server whose name has brackets and whose url has variables", async () => {
    const remote = { type: "sse", url: "${BASE}/mcp", env: { A: "b" } };
    await put({ "home/air.json": air, "home/mcp.json": { "a[0]": remote } });
    expect((await load()).problems).toEqual([]);
  });

  it("with a missing folder is kept without it, with a warning", async () => {
    await put({ "home/air.json": air, "home/skills.json": { s: skill }, "home/hooks.json": { h: skill } });
    const { problems, warnings, catalog } = await load();
    expect(problems).toEqual([]);
    expect(warnings.filter((warning) => warning.includes("does not exist"))).toHaveLength(4);
    expect(catalog.skills.byId.get("s")?.[0]?.definition.folder).toBeNull();
    expect(catalog.hooks.byId.get("h")?.[0]?.definition.file).toBeNull();
  });

  it.each([
    ["no JSON", "{", /HOOK\.json: cannot be read/],
    ["no command", { event: "session_start" }, /HOOK\.json: command is missing/],
    [
      "no time",
      { event: "Stop", command: "x", timeout_seconds: 0 },
      /HOOK\.json: timeout_seconds must be at least 1/,
    ],
  ])("whose HOOK.json has %s is a problem", async (_title, hook, problem) => {
    await put({ "home/air.json": air, "home/hooks.json": { h: skill }, "home/tidy/HOOK.json": hook });
    expect((await load()).problems).toEqual([expect.stringMatching(problem)]);
  });

  it("whose HOOK.json is a link to a file outside is a problem", async () => {
    await put({
      "home/air.json": air,
      "home/hooks.json": { h: skill },
      "home/tidy/x": "",
      "out/HOOK.json": { event: "e", command: "c" },
    });
    await symlink(join(base, "out/HOOK.json"), join(base, "home/tidy/HOOK.json"));
    expect((await load()).problems).toEqual([
      expect.stringMatching(/HOOK\.json leaves the catalog's folder/),
    ]);
  });
});

describe("a catalog folder", () => {
  const air = { name: "x", catalogs: ["../cat"] };

  it("is searched for index files by name or schema, three folders down", async () => {
    await put({
      "home/air.json": air,
      "cat/team.mcp.json": { one: clock },
      "cat/a/b/c/my-mcp.json": { two: clock },
      "cat/a/b/c/d/mcp.json": { tooDeep: clock },
      "cat/servers.json": { $schema: "https://x.invalid/schemas/mcp.schema.json", three: clock },
      "cat/other/mcp.json": { $schema: "https://x.invalid/else.json", foreign: clock },
      "cat/mcp.schema.json": { type: "object" },
      "cat/mcpx.json": { name: "is no token" },
      "cat/package.json": "not even JSON",
      "cat/.hidden/mcp.json": { hidden: clock },
      "cat/node_modules/p/mcp.json": { installed: clock },
      "cat/out/mcp.json": { ignored: clock },
      "cat/deep/gen/mcp.json": { generated: clock },
      "cat/deep/keep/mcp.json": { kept: clock },
      "cat/.gitignore": "# made by the build\n/out/\ngen\nkeep/*.json\n!keep/mcp.json\n",
    });
    const loaded = await load();
    expect(loaded.problems).toEqual([]);
    expect(ids(loaded.catalog.mcpServers)).toEqual(["two", "kept", "three", "one"]);
  });

  it("reads a file only once if it is also listed", async () => {
    await put({
      "home/air.json": { name: "x", catalogs: ["."], mcp: ["./mcp.json"] },
      "home/mcp.json": { one: clock },
    });
    const loaded = await load();
    expect(loaded.problems).toEqual([]);
    expect(ids(loaded.catalog.mcpServers)).toEqual(["one"]);
  });

  it("may contain a skill and its references at any depth", async () => {
    await put({
      "home/air.json": air,
      "cat/index/skills.json": { s: { description: "x", path: "../shared/tidy", references: ["paper"] } },
      "cat/index/references.json": { paper: { description: "x", path: "../papers/paper.md" } },
      "cat/shared/tidy/SKILL.md": "x",
      "cat/papers/paper.md": "x",
    });
    const { problems, catalog } = await load();
    expect(problems).toEqual([]);
    expect(catalog.skills.byId.get("s")?.[0]?.definition.folder).toMatch(/cat\/shared\/tidy$/);
    expect(catalog.references.byId.get("paper")?.[0]?.definition.file).toMatch(/cat\/papers\/paper\.md$/);
  });

  it("may not reach into the folder of air.json or anywhere else", async () => {
    await put({
      "home/air.json": air,
      "home/private/SKILL.md": "x",
      "cat/skills.json": { s: { description: "x", path: "../home/private" } },
      "elsewhere/mcp.json": { one: clock },
    });
    await symlink(join(base, "elsewhere/mcp.json"), join(base, "cat/mcp.json"));
    await symlink(join(base, "elsewhere"), join(base, "cat/sub"));
    const { problems } = await load();
    expect(problems).toEqual([
      expect.stringMatching(/cat\/mcp\.json: is a link that leaves/),
      expect.stringMatching(/cat\/skills\.json: "s": path \.\.\/home\/private leaves/),
    ]);
  });

  it("with broken JSON in a file named as an index is a problem", async () => {
    await put({ "home/air.json": air, "cat/mcp.json": "{" });
    expect((await load()).problems).toEqual([expect.stringMatching(/cat\/mcp\.json: cannot be read/)]);
  });
});

it("collects every problem of one load", async () => {
  await put({
    "home/air.json": { name: "x", mcp: ["mcp.json", "zip://x"], roots: ["roots.json"] },
    "home/mcp.json": { a: {}, b: clock, "c.": clock },
    "home/roots.json": { r: { description: "x", default_mcp_servers: ["b", "nobody"] } },
  });
  expect((await load()).problems).toHaveLength(4);
});
