import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SandboxRoom } from "../../server/lib/sandbox/index.ts";
import { startLineProcess } from "../../server/runtimes/line-process.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

let folder: TestFolder;
let room: SandboxRoom | null = null;

beforeAll(async () => {
  folder = await makeTestFolder();
  room = await sandboxIn(folder.path, [folder.path]);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** What a program says that an agent's shell starts, detached from it. */
async function scoreIn(sandbox: SandboxRoom | null): Promise<unknown> {
  const messages: Record<string, unknown>[] = [];
  const inner = `printf '{"score":%s}\\n' "$(cat /proc/self/oom_score_adj)"`;
  const agent = await startLineProcess({
    command: "/bin/sh",
    args: ["-c", `read line; setsid -w sh -c '${inner.replaceAll("'", "'\\''")}'`],
    cwd: folder.path,
    env: { PATH: "/usr/bin:/bin", HOME: folder.path },
    sandbox,
    onMessage: (message) => messages.push(message),
  });
  agent.send({ go: true });
  await agent.exit;
  return messages[0]?.["score"];
}

it.for(["off", "workspace"])(
  "at level %s, the kernel ends agents before the service",
  async (level, { skip }) => {
    if (process.platform !== "linux") skip("Only Linux has this order");
    if (level === "workspace" && room === null) skip("No sandbox starts on this machine");
    const own = Number(await readFile("/proc/self/oom_score_adj", "utf8"));
    expect(await scoreIn(level === "off" ? null : room)).toBe(Math.min(own + 500, 1_000));
  },
);
