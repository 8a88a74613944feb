import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { filterProgram } from "./filter-program.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { NetworkError } from "./network.ts";
import { networkIn } from "./network-rules.ts";
import { noFilter, notInstalled, type SandboxProblem, unsupported, whyNoSandbox } from "./reasons.ts";
import { noCliFolders, type SandboxRoom } from "./room.ts";
import { spawnInside } from "./spawn.ts";

/** Whether a sandbox starts on this machine. */
export type SandboxProbe = { available: true } | ({ available: false } & SandboxProblem);

const limitMs = 10_000;

/** Starts a sandbox as a session would get it, with a command that writes a file in the data folder. */
export async function probeSandbox(of: Machine): Promise<SandboxProbe> {
  const platform = of.platform ?? process.platform;
  if (platform !== "linux") return { available: false, ...unsupported(platform) };
  if ((await findBubblewrap(of.environment)) === null) return { available: false, ...notInstalled };
  if (filterProgram() === null) return { available: false, ...noFilter(process.arch) };
  return tryOnce(of, {});
}

/** The same for a sandbox with a network of its own, which needs more of the machine. */
export async function probeStrict(of: Machine): Promise<SandboxProbe> {
  const plain = await probeSandbox(of);
  return plain.available ? tryOnce(of, { network: networkIn([], of.environment) }) : plain;
}

interface Machine {
  environment: Readonly<Record<string, string | undefined>>;
  dataFolder: string;
  platform?: NodeJS.Platform;
}

async function tryOnce(of: Machine, more: Pick<SandboxRoom, "network">): Promise<SandboxProbe> {
  await mkdir(join(of.dataFolder, "sandboxes"), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(of.dataFolder, "sandboxes", "probe-"));
  try {
    return await tryIn(folder, of, more);
  } catch (error) {
    if (error instanceof NetworkError) return { available: false, ...error.problem };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryIn(
  folder: string,
  { environment, dataFolder }: Machine,
  more: Pick<SandboxRoom, "network">,
): Promise<SandboxProbe> {
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const clone = join(folder, "clone");
  await mkdir(clone);
  const plain = { dataFolder, folder, writable: [clone], readable: [], grants: [], clis: noCliFolders };
  const room: SandboxRoom = { ...plain, ...more };
  // By its path, as the CLIs do: one that leads elsewhere inside would fail every session.
  const args = ["-c", ': > "$1" && [ "$(cat "$1")" = "" ]', "sh", join(clone, "written")];
  const { child, opened, closed } = await spawnInside(room, { command: "/bin/sh", args, cwd: clone, env });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  const [[code]] = await Promise.all([once(child, "close"), opened]);
  clearTimeout(timer);
  await closed;
  return code === 0 ? { available: true } : { available: false, ...whyNoSandbox(stderr) };
}
