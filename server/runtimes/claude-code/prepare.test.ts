import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Equipment, Workspace } from "../runtime.ts";
import { claudeCodeRuntime } from "./index.ts";

const bare: Equipment = { mcpServers: [], skills: [], hooks: [] };

async function newHome() {
  const root = await mkdtemp(join(tmpdir(), "claude-code-prepare-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const home = join(root, "home");
  await mkdir(home);
  const workspace: Workspace = {
    sessionId: 1,
    cwd: root,
    repository: { folder: root, trusted: true },
    home,
    scratch: root,
    env: {},
    sandbox: null,
  };
  const runtime = claudeCodeRuntime({ environment: { HOME: join(root, "person") } });
  return { root, home, prepare: (equipment: Equipment) => runtime.prepare(workspace, equipment) };
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const jsonOf = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));

it("writes the servers with their secrets to a file that only the owner can read", async () => {
  const { home, prepare } = await newHome();
  await prepare({
    ...bare,
    mcpServers: [
      { name: "near", type: "stdio", command: "run", args: ["-x"], env: { TOKEN: "t" } },
      { name: "far", type: "streamable-http", url: "http://far/mcp", headers: { Authorization: "Bearer t" } },
      { name: "old", type: "sse", url: "http://old/sse", headers: {} },
    ],
  });
  const file = join(home, "signalbox/mcp.json");
  expect(await modeOf(file)).toBe(0o600);
  expect(await jsonOf(file)).toEqual({
    mcpServers: {
      near: { type: "stdio", command: "run", args: ["-x"], env: { TOKEN: "t" } },
      far: { type: "http", url: "http://far/mcp", headers: { Authorization: "Bearer t" } },
      old: { type: "sse", url: "http://old/sse", headers: {} },
    },
  });
});

it("lends the person's login and does not replace the CLI's own state file", async () => {
  const { root, home, prepare } = await newHome();
  await mkdir(join(root, "person/.claude"), { recursive: true });
  await writeFile(join(root, "person/.claude/.credentials.json"), '{"claudeAiOauth":{}}');
  await prepare(bare);
  expect(await jsonOf(join(home, ".credentials.json"))).toEqual({ claudeAiOauth: {} });
  expect(await modeOf(join(home, ".credentials.json"))).toBe(0o600);
  expect(await jsonOf(join(home, ".claude.json"))).toEqual({ hasCompletedOnboarding: true });

  await writeFile(join(home, ".claude.json"), '{"numStartups":3}');
  await prepare(bare);
  expect(await jsonOf(join(home, ".claude.json"))).toEqual({ numStartups: 3 });
});

it("keeps a skill that the agent created under a selected name, and folders stay inside for any id", async () => {
  const { root, home, prepare } = await newHome();
  await mkdir(join(root, "skill"));
  await writeFile(join(root, "skill/SKILL.md"), "ours");
  await mkdir(join(home, "skills/mine"), { recursive: true });
  await writeFile(join(home, "skills/mine/SKILL.md"), "the agent's");
  const skill = (id: string) => ({ id, path: join(root, "skill"), references: [] });

  await prepare({ ...bare, skills: [skill("mine"), skill("../../outside")] });
  expect(await readFile(join(home, "skills/mine/SKILL.md"), "utf8")).toBe("the agent's");
  expect(await readFile(join(home, "skills/------outside/SKILL.md"), "utf8")).toBe("ours");

  await prepare(bare);
  expect(await readFile(join(home, "skills/mine/SKILL.md"), "utf8")).toBe("the agent's");
  await expect(stat(join(home, "skills/------outside"))).rejects.toThrow("ENOENT");
});

it("takes away the skills that an earlier version listed, once", async () => {
  const { home, prepare } = await newHome();
  await mkdir(join(home, "skills/one"), { recursive: true });
  await mkdir(join(home, "skills/mine"));
  await mkdir(join(home, "signalbox"));
  await writeFile(join(home, "signalbox/manifest.json"), '{"skills":["one"],"hooks":[]}');
  await prepare(bare);
  expect(await readdir(join(home, "skills"))).toEqual(["mine"]);
  await expect(stat(join(home, "signalbox/manifest.json"))).rejects.toThrow("ENOENT");
  await writeFile(join(home, "signalbox/manifest.json"), "{");
  await prepare(bare);
  expect(await readdir(join(home, "skills"))).toEqual(["mine"]);
});
