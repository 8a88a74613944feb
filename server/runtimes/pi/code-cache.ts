import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../lib/exists.ts";
import type { SandboxRoom } from "../../lib/sandbox/index.ts";
import { startLineProcess } from "../line-process.ts";
import type { AgentRequest } from "../runtime.ts";
import { extensions } from "./extension-files.ts";

const making = new Map<string, Promise<void>>();
const limitMs = 30_000;

/**
 * Where pi finds its own compiled code, or null until that is made. Compiling takes pi half a second, and in its sandbox
 * every session would do it again. No agent writes there: what one wrote, another would run.
 */
export async function compiledCode(
  room: SandboxRoom,
  { cli, path }: { cli: AgentRequest["cli"]; path: string },
): Promise<string | null> {
  const key = createHash("sha256")
    .update([cli.command, ...cli.args, cli.version].join("\n"))
    .digest("hex");
  const folder = join(room.dataFolder, "compiled", key.slice(0, 16));
  if (await exists(join(folder, "complete"))) return folder;
  const made = making.get(folder) ?? make(folder, room, { cli, path }).catch(() => {}); // Without it pi is only slower.
  making.set(folder, made);
  return null;
}

/** Starts pi once in a sandbox of its own, with nobody in it, and ends it politely: Node writes the cache at the end. */
async function make(
  folder: string,
  { dataFolder }: SandboxRoom,
  { cli, path }: Parameters<typeof compiledCode>[1],
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = await mkdtemp(join(dataFolder, "compiled", "making-"));
  try {
    const ours = ["--extension", extensions.mcp];
    const env = { PATH: path, HOME: place, PI_CODING_AGENT_DIR: place, PI_OFFLINE: "1" };
    const pi = await startLineProcess({
      command: cli.command,
      args: [
        ...cli.args,
        "--mode",
        "rpc",
        "--no-session",
        "--no-tools",
        "--no-extensions",
        "--no-approve",
        ...ours,
      ],
      cwd: place,
      env: { ...env, NODE_COMPILE_CACHE: folder },
      sandbox: { dataFolder, folder: place, writable: [place, folder], readable: [], grants: [] },
      onMessage: () => {},
    });
    const timer = setTimeout(() => pi.signal("SIGKILL"), limitMs);
    pi.endInput();
    const { code } = await pi.exit;
    clearTimeout(timer);
    if (code === 0) await writeFile(join(folder, "complete"), "", { mode: 0o600 });
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 3 });
  }
}
