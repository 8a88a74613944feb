import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../lib/exists.ts";
import type { SandboxRoom } from "../../lib/sandbox/index.ts";
import type { AgentRequest, RuntimeOptions } from "../runtime.ts";
import { homePaths } from "./environment.ts";
import { extensions } from "./extension-files.ts";
import { piFacts } from "./facts.ts";
import { writePrivately } from "./prepare.ts";
import { chooseRoute, demo, modelsFile } from "./providers.ts";
import { startRpc } from "./rpc.ts";

const making = new Map<string, Promise<void>>();
const limitMs = 30_000;

/** What pi does meanwhile, because only code that ran is kept. Changed with `recipe`, so that the code is made again. */
const prompt = "#script write_file path=note text=Done\n#script bash cmd=true\n#script say Done.";
const recipe = "a turn with tools";

interface Making {
  cli: AgentRequest["cli"];
  path: string;
  demoModelUrl: RuntimeOptions["demoModelUrl"];
}

/**
 * Where pi finds its own compiled code, or null until that is made. Compiling takes pi half a second, and in its sandbox
 * every session would do it again. No agent writes there: what one wrote, another would run.
 */
export async function compiledCode(room: SandboxRoom, of: Making): Promise<string | null> {
  const { cli } = of;
  const key = createHash("sha256")
    .update([cli.command, ...cli.args, cli.version, recipe].join("\n"))
    .digest("hex");
  const folder = join(room.dataFolder, "compiled", key.slice(0, 16));
  if (await exists(join(folder, "complete"))) return folder;
  const made = making.get(folder) ?? make(folder, room, of).catch(() => {}); // Without it pi is only slower.
  making.set(folder, made);
  return null;
}

/** Plays one turn with the scripted model in a sandbox of its own, and ends pi politely: Node writes the cache at the end. */
async function make(
  folder: string,
  { dataFolder }: SandboxRoom,
  { cli, path, demoModelUrl }: Making,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = await mkdtemp(join(dataFolder, "compiled", "making-"));
  try {
    const url = await demoModelUrl?.();
    const environment = url === undefined ? {} : { [demo.variable]: url };
    const route = chooseRoute(demo.model, { environment, signedIn: new Set() });
    await writePrivately(homePaths(place).models, modelsFile(route, { environment, compactAt: null }));
    const settled = Promise.withResolvers<void>();
    const pi = await startRpc({
      command: cli.command,
      args: [
        ...cli.args,
        "--mode",
        "rpc",
        "--no-extensions",
        "--no-approve",
        "--extension",
        extensions.mcp,
        "--provider",
        route.provider,
        "--model",
        route.model,
      ],
      cwd: place,
      env: {
        PATH: path,
        HOME: place,
        PI_CODING_AGENT_DIR: place,
        PI_OFFLINE: "1",
        NODE_COMPILE_CACHE: folder,
        ...environment,
      },
      sandbox: {
        dataFolder,
        folder: place,
        writable: [place, folder],
        readable: [],
        grants: [],
        clis: piFacts.homeFolders,
      },
      onEvent: ({ type }) => {
        if (type === "agent_settled") settled.resolve();
      },
    });
    const timer = setTimeout(() => pi.signal("SIGKILL"), limitMs);
    if (url !== undefined && (await pi.call({ type: "prompt", message: prompt }))?.success === true)
      await Promise.race([settled.promise, pi.exit]);
    pi.endInput();
    const { code } = await pi.exit;
    clearTimeout(timer);
    if (code === 0) await writeFile(join(folder, "complete"), "", { mode: 0o600 });
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 3 });
  }
}
