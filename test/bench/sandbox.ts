/** What the sandbox adds to the start of each CLI, and to a turn of the service. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { probeStrict, type SandboxRoom } from "../../server/lib/sandbox/index.ts";
import { agentRuntimes } from "../../server/runtimes/index.ts";
import { startLineProcess } from "../../server/runtimes/line-process.ts";
import type { LocatedCli } from "../../server/runtimes/runtime.ts";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { runSession } from "./turn.ts";

const starts = 15;
const turns = 11;
const mostStartMs = 60;
const prompt = "#script bash cmd=git status\n#script say Done.";

export async function sandboxBench(bed: BenchFolders): Promise<Measurement[]> {
  const folder = await bed.folder("sandbox");
  const clone = join(folder, "clone");
  await mkdir(clone);
  const room = await sandboxIn(folder, [clone]);
  if (room === null) return [notHere];
  return [...(await startCosts(room, folder)), ...(await turnCosts(bed))];
}

const notHere: Measurement = {
  figure: "sandbox",
  unit: "ms",
  measured: null,
  reference: null,
  against: "",
  note: "no sandbox starts on this machine",
};

async function startCosts(room: SandboxRoom, home: string): Promise<Measurement[]> {
  const bin = join(import.meta.dirname, "../clis/node_modules/.bin");
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  const environment = {
    ...env,
    SERVICE_CLAUDE_PATH: join(bin, "claude"),
    SERVICE_CODEX_PATH: join(bin, "codex"),
  };
  const measurements: Measurement[] = [];
  const { dataFolder } = room;
  const hasStrict = (await probeStrict({ environment: process.env, dataFolder })).available;
  const strictRoom = hasStrict ? { ...room, network: { ways: [] } } : room;
  for (const { label, locate } of agentRuntimes({ environment })) {
    const cli = await locate();
    if (cli.kind === "missing") continue;
    const cwd = join(home, "clone");
    const { inside, strict, outside } = await interleaved(starts, {
      inside: () => startMs(cli, { env, cwd, sandbox: room }),
      strict: () => startMs(cli, { env, cwd, sandbox: strictRoom }),
      outside: () => startMs(cli, { env, cwd, sandbox: null }),
    });
    const added = (level: string, ms: number): Measurement => ({
      figure: `sandbox: added to the start of ${label}, ${level}`,
      unit: "ms",
      measured: ms - outside,
      reference: outside,
      against: "its start without a sandbox (--version)",
      goal: { on: "measured", bound: "at most", value: mostStartMs },
    });
    measurements.push(added("workspace", inside), ...(hasStrict ? [added("strict", strict)] : []));
  }
  return measurements;
}

async function startMs(
  { command, args }: Extract<LocatedCli, { kind: "found" }>,
  place: { env: Record<string, string>; cwd: string; sandbox: SandboxRoom | null },
): Promise<number> {
  const started = performance.now();
  const child = await startLineProcess({
    ...place,
    command,
    args: [...args, "--version"],
    onMessage: () => {},
  });
  child.endInput();
  const { code, stderr } = await child.exit;
  if (code !== 0) throw new Error(`${command} --version ended with ${code}: ${stderr}`);
  return performance.now() - started;
}

/** The same sessions through two services, with and without a sandbox. */
async function turnCosts(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  try {
    const repository = await makeGitRepository(await bed.folder("sandbox-repository"));
    const start = async (level: string) =>
      startServiceProcess({
        ...serviceEnvironment(await bed.folder(`sandbox-${level}`), { modelUrl: model.url }),
        SERVICE_SANDBOX: level,
      });
    await using sandboxed = await start("workspace");
    await using open = await start("off");
    const measurements: Measurement[] = [];
    for (const { id, label, locate } of agentRuntimes({ environment: serviceEnvironment("") })) {
      if ((await locate()).kind === "missing") continue;
      const turn = ({ url }: { url: string }) => runSession(url, repository, { prompt, runtime: id });
      await Promise.all([turn(sandboxed), turn(open)]);
      const { inside, outside } = await interleaved(turns, {
        inside: () => turn(sandboxed),
        outside: () => turn(open),
      });
      measurements.push({
        figure: `sandbox: a turn with one shell command (${label})`,
        unit: "ms",
        measured: inside,
        reference: outside,
        against: "the same turn without a sandbox",
        goal: { on: "ratio", bound: "at most", value: 1.15 },
      });
    }
    return measurements;
  } finally {
    await model.close();
  }
}
