import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { findBubblewrap, wrap } from "./bubblewrap.ts";
import { notInstalled, type SandboxProblem, unsupported, whyNoSandbox } from "./reasons.ts";

/** Whether a sandbox starts on this machine. */
export type SandboxProbe = { available: true } | ({ available: false } & SandboxProblem);

const limitMs = 10_000;

/** Starts a sandbox as a session would get it, with a command that does nothing. */
export async function probeSandbox(of: {
  environment: Readonly<Record<string, string | undefined>>;
  dataFolder: string;
  platform?: NodeJS.Platform;
}): Promise<SandboxProbe> {
  const platform = of.platform ?? process.platform;
  if (platform !== "linux") return { available: false, ...unsupported(platform) };
  if ((await findBubblewrap(of.environment)) === null) return { available: false, ...notInstalled };
  await mkdir(join(of.dataFolder, "sandboxes"), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(of.dataFolder, "sandboxes", "probe-"));
  try {
    return await tryIn(folder, of);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryIn(
  folder: string,
  { environment, dataFolder }: Parameters<typeof probeSandbox>[0],
): Promise<SandboxProbe> {
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const clone = join(folder, "clone");
  await mkdir(clone);
  const room = { dataFolder, folder, writable: [clone], readable: [], grants: [] };
  const { command, args } = await wrap(room, { command: "true", args: [], cwd: clone, env });
  return new Promise((resolve) => {
    execFile(command, args, { env, timeout: limitMs }, (error, _stdout, stderr) => {
      resolve(error === null ? { available: true } : { available: false, ...whyNoSandbox(stderr) });
    });
  });
}
