import { execFile } from "node:child_process";
import {
  appendFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { lendCredentials, loginFile } from "./credentials.ts";
import { removeInHome, writeInHome } from "./home-folder.ts";
import { agentRuntimes } from "./index.ts";
import { findSession, resumeSession, startSession } from "./pi/session-file.ts";
import type { Equipment, Workspace } from "./runtime.ts";
import { readLogins } from "./sign-in.ts";

const conversation = "01234567-89ab-4def-8123-456789abcdef";

/** Lines that each runtime can write a conversation from. */
const lines: Record<string, readonly object[]> = {
  claude_code: [
    { type: "user", uuid: "u1", parentUuid: null, cwd: "/old", message: { role: "user", content: "Hello" } },
  ],
  codex: [
    { ordinal: 0, type: "session_meta", payload: { id: "old", cwd: "/old" } },
    {
      ordinal: 1,
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] },
    },
  ],
  pi: [
    { type: "session", version: 3, id: "old", cwd: "/old" },
    { type: "message", id: "m1", parentId: null, message: { role: "user", content: "Hello" } },
  ],
};

/** A session's home, what a data folder has beside it, and a catalog's equipment. */
async function openBed() {
  const folder = await makeTestFolder();
  const files = {
    "outside/secrets.json": "sealed",
    "outside/clones/work.txt": "work",
    "outside/one/.from-catalog": "",
    "outside/one/SKILL.md": "another session's",
    "outside/mcp.json": "another session's",
    "clone/CLAUDE.md": "Read this.",
    "clone/AGENTS.md": "Read this.",
    "catalog/skill/SKILL.md": "catalog",
    "catalog/reference.md": "catalog",
    "catalog/hook/run.sh": "catalog",
    "person/.claude/.credentials.json": "{}",
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(folder.at(name)), { recursive: true });
    await writeFile(folder.at(name), content);
  }
  const home = folder.at("home");
  await mkdir(home);
  const workspace: Workspace = {
    sessionId: 1,
    cwd: folder.at("clone"),
    repository: { folder: folder.at("clone"), trusted: false },
    home,
    scratch: folder.at("scratch"),
    env: {},
    sandbox: null,
  };
  const equipment: Equipment = {
    mcpServers: [],
    skills: [
      { id: "one", path: folder.at("catalog/skill"), references: [folder.at("catalog/reference.md")] },
    ],
    hooks: [
      {
        id: "two",
        path: folder.at("catalog/hook"),
        event: "session_start",
        command: "./run.sh",
        args: [],
        env: {},
      },
    ],
  };
  return {
    folder,
    workspace,
    equipment,
    outside: folder.at("outside"),
    runtimes: agentRuntimes({ environment: { HOME: folder.at("person") } }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Every path below a folder with its content; the content of a folder or link is its kind. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isFile = (await lstat(path)).isFile();
    tree[relative(folder, path)] = isFile
      ? await readFile(path, "utf8")
      : entry.isSymbolicLink()
        ? "link"
        : "";
  }
  return tree;
}

const plants: Record<string, (path: string, outside: string) => Promise<unknown>> = {
  "a link to a folder of the service": (path, outside) => symlink(outside, path),
  "a link to a file of the service": (path, outside) => symlink(join(outside, "secrets.json"), path),
  "a link to where there is nothing yet": (path, outside) => symlink(join(outside, "new"), path),
  "a folder": async (path) => {
    await mkdir(join(path, "deep"), { recursive: true });
    await writeFile(join(path, "deep", "file"), "the agent's");
  },
  "a file": (path) => writeFile(path, "the agent's"),
};

describe.each(["claude_code", "codex", "pi"])("the next turn of %s", (id) => {
  it.each(Object.keys(plants))(
    "puts its own files in place of %s, and touches nothing outside",
    async (name) => {
      await using bed = await openBed();
      const { workspace, equipment, outside, runtimes } = bed;
      const runtime = runtimes.find((one) => one.id === id);
      if (!runtime) throw new Error(`No runtime ${id}`);
      await runtime.prepare(workspace, equipment);
      const before = { home: await treeOf(workspace.home), outside: await treeOf(outside) };
      expect(Object.keys(before.home).length).toBeGreaterThan(8);
      for (const path of Object.keys(before.home)) {
        await rm(join(workspace.home, path), { recursive: true });
        await plants[name]?.(join(workspace.home, path), outside);
        await runtime.prepare(workspace, equipment);
        expect([path, await treeOf(outside)]).toEqual([path, before.outside]);
        // A folder in place of a skill is the agent's own skill, and a file in place of a folder's content may stay.
        const links = Object.entries(await treeOf(workspace.home)).filter(
          ([, content]) => content === "link",
        );
        expect([path, links]).toEqual([path, []]);
        await rm(workspace.home, { recursive: true });
        await mkdir(workspace.home);
        await runtime.prepare(workspace, equipment);
        expect(await treeOf(workspace.home)).toEqual(before.home);
      }
    },
  );

  it("keeps its conversation in the home, whatever is on the way to its file", async () => {
    await using bed = await openBed();
    const { workspace, outside, runtimes } = bed;
    const write = () =>
      runtimes
        .find((one) => one.id === id)
        ?.writeConversation(workspace, {
          id: conversation,
          lines: (lines[id] ?? []).map((line) => JSON.stringify(line)),
        });
    let path = (await write()) ?? "";
    expect(path).toMatch(/\.jsonl$/);
    const before = await treeOf(outside);
    const depth = relative(workspace.home, path).split("/").length;
    for (let at = 0; at < depth; at += 1) {
      const way = relative(workspace.home, path).split("/"); // Codex names it after the second in which it was written.
      const planted = join(workspace.home, ...way.slice(0, at + 1));
      await rm(planted, { recursive: true });
      await symlink(at === way.length - 1 ? join(outside, "secrets.json") : outside, planted);
      path = (await write()) ?? "";
      expect((await lstat(path)).isFile()).toBe(true);
      expect(await treeOf(outside)).toEqual(before);
    }
  });
});

describe.each([
  ["claude_code", "projects/-clone", `${conversation}.jsonl`, "agent-1.jsonl"],
  ["codex", "sessions/2026/11/26", `rollout-${conversation}.jsonl`, "rollout-2026-agent.jsonl"],
] as const)("a conversation of %s", (id, folder, main, agent) => {
  const heads = {
    claude_code: { sessionId: conversation },
    codex: { type: "session_meta", payload: { id: "agent", parent_thread_id: conversation } },
  };

  it("is no link and no pipe, and neither are those of its agents", async () => {
    await using bed = await openBed();
    const { workspace, outside } = bed;
    const runtime = bed.runtimes.find((one) => one.id === id);
    if (!runtime) throw new Error(`No runtime ${id}`);
    const place = join(workspace.home, folder);
    const found = async () => [
      await runtime.transcriptFile(workspace, conversation),
      (await runtime.subagentFiles(workspace, conversation)).map(({ path }) => path),
    ];
    await mkdir(place, { recursive: true });
    for (const at of [place, outside]) {
      await writeFile(join(at, main), "{}\n");
      await writeFile(join(at, agent), `${JSON.stringify(heads[id])}\n`);
    }
    expect(await found()).toEqual([join(place, main), [join(place, agent)]]);

    for (const name of [main, agent]) await rm(join(place, name));
    for (const name of [main, agent]) await symlink(join(outside, name), join(place, name));
    expect(await found()).toEqual([null, []]);

    for (const name of [main, agent]) await rm(join(place, name));
    await writeFile(join(place, main), "{}\n");
    for (let n = 0; n < 700; n += 1)
      await writeFile(join(place, agent.replace("agent", `agent-${n}`)), `${JSON.stringify(heads[id])}\n`);
    const [path, agents] = await found();
    expect([path, agents?.length]).toEqual([join(place, main), 500]);
    await rm(place, { recursive: true });
    await mkdir(place);
    for (const name of [main, agent]) await symlink(join(outside, name), join(place, name));

    // One that nobody writes to would hold up whoever opens it.
    for (const name of [main, agent]) await rm(join(place, name));
    await promisify(execFile)("mkfifo", [join(place, main), join(place, agent)]);
    expect(await found()).toEqual([null, []]);

    await rm(place, { recursive: true });
    await symlink(outside, place);
    expect(await found()).toEqual([null, []]);
  });
});

it("is held up by no pipe where a sign-in or the person's instructions would be", async () => {
  await using bed = await openBed();
  const { workspace } = bed;
  const paths = [join(workspace.home, "auth.json"), join(workspace.home, "CLAUDE.md")];
  await promisify(execFile)("mkfifo", paths);
  expect(await readLogins(paths[0] ?? "")).toEqual({});
  const trusted = { ...workspace, repository: { ...workspace.repository, trusted: true } };
  await bed.runtimes[0]?.prepare(trusted, { mcpServers: [], skills: [], hooks: [] });
  // Nor does a file of the agent's, however large, end up in memory.
  await rm(paths[1] ?? "");
  await writeFile(paths[1] ?? "", "");
  await truncate(paths[1] ?? "", 3 * 1024 ** 3);
  await bed.runtimes[0]?.prepare(trusted, { mcpServers: [], skills: [], hooks: [] });
  expect((await lstat(paths[1] ?? "")).size).toBe(3 * 1024 ** 3);
});

it("removes nothing that a former manifest of Claude Code names through a link", async () => {
  await using bed = await openBed();
  const { workspace, outside, runtimes } = bed;
  const before = await treeOf(outside);
  await mkdir(join(workspace.home, "signalbox"));
  await writeFile(
    join(workspace.home, "signalbox/manifest.json"),
    JSON.stringify({ skills: ["clones", "../outside", "one"], hooks: ["clones"] }),
  );
  await symlink(outside, join(workspace.home, "skills"));
  await symlink(outside, join(workspace.home, "hooks"));
  await runtimes[0]?.prepare(workspace, { mcpServers: [], skills: [], hooks: [] });
  expect(await treeOf(outside)).toEqual(before);
});

it("counts a conversation of pi that is a link as lost, and does not write through it", async () => {
  await using bed = await openBed();
  const { workspace, outside, runtimes } = bed;
  await runtimes[2]?.prepare(workspace, { mcpServers: [], skills: [], hooks: [] });
  const opened = await startSession(workspace, conversation);
  if (opened.kind !== "ready") throw new Error(opened.message);
  const target = join(outside, "secrets.json");
  await writeFile(target, await readFile(opened.path, "utf8"));
  await appendFile(target, "no newline at the end");
  const before = await treeOf(outside);
  await rm(opened.path);
  await symlink(target, opened.path);
  expect(await findSession(workspace, conversation)).toBeNull();
  expect(await resumeSession(workspace, conversation)).toMatchObject({ kind: "lost" });
  expect(await startSession(workspace, conversation)).toMatchObject({ kind: "lost" });
  expect(await treeOf(outside)).toEqual(before);
});

it("lends a sign-in where the agent made a folder of that name", async () => {
  await using bed = await openBed();
  const session = join(bed.workspace.home, ".credentials.json");
  await mkdir(join(session, "deep"), { recursive: true });
  await lendCredentials({ owner: loginFile(bed.folder.at("person/.claude/.credentials.json")), session });
  expect(await readFile(session, "utf8")).toBe("{}");
});

it("refuses a path that is not in the home", async () => {
  await using bed = await openBed();
  const { workspace, outside } = bed;
  const before = await treeOf(outside);
  await expect(writeInHome(workspace.home, join(outside, "new", "file"), "")).rejects.toThrow("is not in");
  await expect(removeInHome(workspace.home, join(outside, "clones", "work.txt"))).rejects.toThrow(
    "is not in",
  );
  expect(await treeOf(outside)).toEqual(before);
});
