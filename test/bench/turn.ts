/** What the service adds to a turn: from POST to needs_input, compared with the same clone and pi run directly. */
import { execFile } from "node:child_process";
import { cp, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { caller } from "../support/service.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";
import { coursesIn, recordSteps, stepsFileVariable, timeline } from "./timeline.ts";

const run = promisify(execFile);
const rounds = 11;
const files = 300;
const turn = `turn with one edit, repository of ${files} files`;
/** Often enough to notice the end, rarely enough not to slow down the turn. */
const pollMs = 10;
const pi = join(
  dirname(dirname(import.meta.dirname)),
  "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js",
);
const prompt = ["#script write_file path=notes/result.md text=Done", "#script say The note is written."].join(
  "\n",
);

/** What a turn notes on its way, in this order. */
const turnSteps = [
  "job started",
  "clone ready",
  "home prepared",
  "process started",
  "first output",
  "agent finished",
  "process exited",
  "processes ended",
  "transcript stored",
];

export async function turnBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const steps = join(await bed.folder("steps"), "steps");
  try {
    const measured = await compareTurns(bed, model, steps);
    return [...measured, ...timeline("turn, no sandbox", await coursesIn(steps, turnSteps))];
  } finally {
    await model.close();
  }
}

async function compareTurns(bed: BenchFolders, model: ScriptedModel, steps: string): Promise<Measurement[]> {
  const repository = await makeGitRepository(await bed.folder("repository"), someFiles());
  const data = await bed.folder("turn");
  const environment = { ...serviceEnvironment(data, { modelUrl: model.url }), SERVICE_SANDBOX: "off" };
  await using service = await startServiceProcess(
    { ...environment, [stepsFileVariable]: steps },
    recordSteps,
  );
  await using sandboxed = await startServiceProcess(
    serviceEnvironment(await bed.folder("turn-sandboxed"), { modelUrl: model.url }),
  );
  const throughService = () => runSession(service.url, repository, { prompt });
  const inSandbox = () => runSession(sandboxed.url, repository, { prompt });
  // The first turn also writes the configuration that pi then gets when it is run directly.
  await throughService();
  await inSandbox();
  const home = join(await bed.folder("pi-home"), "home");
  await cp(await firstHome(data), home, { recursive: true });
  const { ours, ourSandboxed, theirs } = await interleaved(rounds, {
    ours: throughService,
    ourSandboxed: inSandbox,
    theirs: async () => runByHand({ bed, model, repository, home, environment }),
  });
  return [
    {
      figure: `${turn}, no sandbox`,
      unit: "ms",
      measured: ours,
      reference: theirs,
      against: "git clone, then pi -p, by hand",
      goal: { on: "ratio", bound: "at most", value: 1.1 },
    },
    {
      figure: `${turn}, as set up by default`,
      unit: "ms",
      measured: ourSandboxed,
      reference: theirs,
      against: "git clone, then pi -p, by hand, without a sandbox",
    },
  ];
}

const someFiles = (): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: files }, (_, n) => [
      `src/part-${n % 20}/module-${n}.ts`,
      `export const answer${n} = ${n};\n${`// What module ${n} is for is told in the handbook.\n`.repeat(20)}`,
    ]),
  );

/** From POST to the end of the first turn. */
export async function runSession(
  url: string,
  repository: string,
  { prompt, runtime = "pi" }: { prompt: string; runtime?: string },
): Promise<number> {
  const call = caller(url, benchKey);
  const started = performance.now();
  const made = await call<{ session: Session }>("POST", "/sessions", {
    agent_runtime: runtime,
    git_root: repository,
    prompt,
  });
  for (;;) {
    const { body } = await call<{ session: Session }>("GET", `/sessions/${made.body.session.id}`);
    const { status, failure_detail } = body.session;
    if (status === "needs_input") return performance.now() - started;
    if (status === "failed") throw new Error(`The session failed: ${failure_detail}`);
    await pause(pollMs);
  }
}

async function firstHome(data: string): Promise<string> {
  const [first] = await readdir(join(data, "homes"));
  if (first === undefined) throw new Error("The service made no home for its session");
  return join(data, "homes", first);
}

async function runByHand(work: {
  bed: BenchFolders;
  model: ScriptedModel;
  repository: string;
  home: string;
  environment: Record<string, string>;
}): Promise<number> {
  const { bed, repository, home, environment } = work;
  const clone = join(await bed.folder("clone"), "clone");
  const env = {
    ...environment,
    PI_CODING_AGENT_DIR: home,
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
  };
  const started = performance.now();
  await run("git", ["clone", "--quiet", "--branch", "main", repository, clone], { env });
  const model = ["--provider", "openrouter-proxy", "--model", "anthropic/claude-sonnet-5"];
  const system = ["--append-system-prompt", join(home, "signalbox-system-prompt.md")];
  const ended = run(process.execPath, [pi, "--approve", ...model, ...system, "-p", prompt], {
    cwd: clone,
    env,
  });
  ended.child.stdin?.end();
  const { stdout } = await ended;
  const tookMs = performance.now() - started;
  if (!stdout.includes("The note is written.")) throw new Error(`pi by hand answered: ${stdout}`);
  return tookMs;
}
