import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type HostileRepository,
  hostileRepository,
  plantedWords,
} from "../../test/support/hostile-repository.ts";
import { type AbilityBed, isInstalled, openAbilityBed } from "./abilities-test-bed.ts";
import { type RuntimeId, runtimeIds, type Workspace } from "./runtime.ts";

const script = "#script bash cmd=git --version\n#script say done";

/** What of the fixture each CLI starts once the repository is trusted. */
const startedOnceTrusted: Record<RuntimeId, readonly string[]> = {
  claude_code: ["claude-bash-env", "claude-hook-SessionStart", "claude-local-hook-PreToolUse", "claude-path"],
  codex: ["codex-bash-env", "codex-mcp"],
  pi: ["pi-extension", "pi-package", "pi-settings-extension", "pi-shell-path", "pi-shell-prefix"],
};

const instructionsOf: Record<RuntimeId, readonly string[]> = {
  claude_code: [plantedWords.claude, plantedWords.claudeImport, plantedWords.claudeFolder],
  codex: [plantedWords.agents],
  pi: [plantedWords.agents],
};

let elsewhere: Server;
let asked: string[] = [];
beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(400).end("{}");
  });
  elsewhere.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((listening) => elsewhere.listen(0, "127.0.0.1", listening));
});
afterAll(() => elsewhere.close());
beforeEach(() => {
  asked = [];
});

const redirect = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

/** Without a sandbox, which would hide what the planted programs leave behind, unless that is shown in it. */
async function plant(
  bed: AbilityBed,
  { inSandbox = false } = {},
): Promise<{ hostile: HostileRepository; workspace: Workspace }> {
  const workspace = await bed.newWorkspace();
  await rm(workspace.cwd, { recursive: true });
  const hostile = hostileRepository(
    join(dirname(workspace.cwd), `hostile-${randomUUID().slice(0, 8)}`),
    redirect(),
  );
  const { home, scratch } = workspace;
  const sandbox =
    inSandbox && workspace.sandbox
      ? { ...workspace.sandbox, writable: [dirname(hostile.path), home, scratch] }
      : null;
  return { hostile, workspace: { ...workspace, cwd: hostile.path, sandbox } };
}

const as = (workspace: Workspace, trusted: boolean): Workspace => ({
  ...workspace,
  repository: { folder: workspace.cwd, trusted },
});

/** The credentials that reached the scripted model. */
const keysOf = (bed: AbilityBed): string[] =>
  [
    ...new Set(
      bed.model
        .requests()
        .flatMap(({ headers }) => [
          String(headers["x-api-key"] ?? ""),
          String(headers["authorization"] ?? "").replace("Bearer ", ""),
          String(headers["x-planted"] ?? ""),
        ]),
    ),
  ].filter((key) => key !== "");

describe.each(runtimeIds)("%s in a hostile repository", (id: RuntimeId) => {
  beforeEach((context) => {
    if (!isInstalled(id)) context.skip(`${id} is not installed in test/clis`);
  });

  it.for([
    ["without a sandbox", false],
    ["in a sandbox that shows what its programs leave behind", true],
  ] as const)(
    "%s, starts nothing of it before it is trusted, nor afterwards, and never goes elsewhere",
    async ([, inSandbox], { skip }) => {
      await using bed = await openAbilityBed(id);
      const { hostile, workspace } = await plant(bed, { inSandbox });
      skip(inSandbox && workspace.sandbox === null, "No sandbox starts on this machine");
      const ownKey = { claude_code: "sk-ant-scripted", codex: "sk-scripted", pi: "sk-or-scripted" }[id];

      const conversation = await bed.play(as(workspace, false), script);
      expect(hostile.ran()).toEqual([]);
      for (const word of instructionsOf[id]) expect(bed.lastRequest()).toContain(word);

      await bed.play(as(workspace, true), script, { kind: "resume", id: conversation });
      expect(hostile.ran()).toEqual(expect.arrayContaining([...startedOnceTrusted[id]]));
      expect(hostile.ran()).not.toContain("claude-api-key-helper");
      for (const word of instructionsOf[id]) expect(bed.lastRequest()).toContain(word);

      hostile.forget();
      await bed.play(as(workspace, false), script, { kind: "resume", id: conversation });
      expect(hostile.ran()).toEqual([]);

      expect(asked).toEqual([]);
      expect(keysOf(bed)).toEqual([ownKey]);
      expect(JSON.stringify(bed.model.requests())).not.toContain("ORCHID-DEVELOPER");
    },
  );
});

describe("claude_code in a repository that is not trusted", () => {
  beforeEach((context) => {
    if (!isInstalled("claude_code")) context.skip("claude_code is not installed in test/clis");
  });

  it("reads the instructions down to its folder, and no file that they name outside the repository", async () => {
    await using bed = await openAbilityBed("claude_code");
    const { hostile, workspace } = await plant(bed);
    const person = workspace.env["HOME"] ?? "";
    await writeFile(join(person, "private.txt"), "ORCHID-PRIVATE");
    await writeFile(join(dirname(hostile.path), "beside.md"), "ORCHID-BESIDE");
    await symlink(join(person, "private.txt"), join(hostile.path, "link.md"));
    await symlink("../notes/imported.md", join(hostile.path, "notes", "inside.md"));
    await writeFile(join(workspace.home, "in-its-home.md"), "ORCHID-HOME");
    const imports = [
      "~/private.txt",
      join(person, "private.txt"),
      "../beside.md",
      "link.md",
      "in-its-home.md",
    ];
    await writeFile(
      join(hostile.path, "CLAUDE.md"),
      `${plantedWords.claude}\n\n${imports.map((path) => `- @${path}\n`).join("")}\nAsk @alice. @notes/imported.md\n`,
    );
    const sub = join(hostile.path, "my api");
    await mkdir(sub);
    await writeFile(join(sub, "CLAUDE.md"), "ORCHID-SUBFOLDER @../notes/imported.md");

    const inside = {
      ...as(workspace, false),
      cwd: sub,
      repository: { folder: hostile.path, trusted: false },
    };
    await bed.play(inside, script);

    for (const word of ["ORCHID-SUBFOLDER", plantedWords.claude, plantedWords.claudeImport, "Ask @alice"])
      expect(bed.lastRequest()).toContain(word);
    for (const word of ["ORCHID-PRIVATE", "ORCHID-BESIDE", "ORCHID-HOME"])
      expect(JSON.stringify(bed.model.requests())).not.toContain(word);
    expect(hostile.ran()).toEqual([]);

    await bed.runtime.prepare(as(workspace, true), { mcpServers: [], skills: [], hooks: [] });
    await expect(readFile(join(workspace.home, "CLAUDE.md"))).rejects.toThrow("ENOENT");
  });

  it("runs no hook that an earlier turn's agent wrote to its home", async () => {
    await using bed = await openAbilityBed("claude_code");
    const workspace = await bed.newWorkspace();
    const ran = join(workspace.scratch, "ran");
    const hook = { hooks: [{ type: "command", command: `touch '${ran}'` }] };
    await writeFile(
      join(workspace.home, "settings.json"),
      JSON.stringify({ hooks: { SessionStart: [hook] } }),
    );
    await bed.play(as(workspace, false), script);
    await expect(readFile(ran)).rejects.toThrow("ENOENT");
  });
});

describe("codex in a repository that is not trusted", () => {
  it("reads the instructions down to its folder", async (context) => {
    if (!isInstalled("codex")) return context.skip("codex is not installed in test/clis");
    await using bed = await openAbilityBed("codex");
    const { hostile, workspace } = await plant(bed);
    const sub = join(hostile.path, "api");
    await mkdir(sub);
    await writeFile(join(sub, "AGENTS.md"), "ORCHID-SUBFOLDER");
    await writeFile(join(sub, "AGENTS.override.md"), "ORCHID-OVERRIDE");
    await bed.play({ ...workspace, cwd: sub, repository: { folder: hostile.path, trusted: false } }, script);
    for (const word of [plantedWords.agents, "ORCHID-OVERRIDE"]) expect(bed.lastRequest()).toContain(word);
    expect(bed.lastRequest()).not.toContain("ORCHID-SUBFOLDER");
    expect(hostile.ran()).toEqual([]);
  });
});
