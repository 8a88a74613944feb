import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { compareClone, gitSandbox, programEnvironment } from "../domains/workspace/workspaces/index.ts";
import type { Service } from "../index.ts";
import { demoFiles, demoPrompt, demoScenarios, startScriptedModel } from "../scripted-model/index.ts";
import { demoClient } from "./demo-client.ts";
import { changedLines, storyOf } from "./demo-story.ts";
import { showLinkOf } from "./open.ts";
import { print } from "./output.ts";
import { builtBoard, startFromEnvironment, waitForStopSignal } from "./serve.ts";
import { text } from "./text.ts";

const run = promisify(execFile);

/** Runs one real session of the bundled agent on a small repository with the offline scripted model. */
export async function demo(args: readonly string[]): Promise<number> {
  const exitAfter = args.includes("--exit");
  const folder = await mkdtemp(join(tmpdir(), "signalbox-demo-"));
  const stop = waitForStopSignal();
  const model = await startScriptedModel({ scenarios: demoScenarios });
  print(text.demo.intro);
  try {
    const repository = await makeRepository(join(folder, "greeter"));
    const service = await startFromEnvironment(demoEnvironment(folder, model.url), {
      logFile: join(folder, "service.log"),
    });
    try {
      const ok = await runSession(service, { repository, folder });
      if (!exitAfter) await leaveOpen(service, stop);
      return ok ? 0 : 1;
    } finally {
      await service.close();
    }
  } finally {
    await model.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A separate data folder and port; the owner's accounts are not used. */
function demoEnvironment(folder: string, modelUrl: string): Record<string, string | undefined> {
  return {
    ...process.env,
    SERVICE_DATA_DIR: join(folder, "data"),
    SERVICE_PORT: process.env["SERVICE_PORT"] ?? "0",
    SERVICE_HOST: "127.0.0.1",
    SERVICE_CATALOG: "",
    SERVICE_DEFAULT_RUNTIME: "pi",
    API_KEYS: demoKey,
    OPENROUTER_BASE_URL: `${modelUrl}/v1`,
    OPENROUTER_API_KEY: "scripted-model-needs-no-key",
  };
}

const demoKey = "demo-key-of-this-run-only";

async function makeRepository(folder: string): Promise<string> {
  for (const [name, content] of Object.entries(demoFiles)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=Signalbox demo", "-c", "user.email=demo@signalbox.invalid", ...args], {
      cwd: folder,
    });
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "A greeter");
  return folder;
}

/** The one that comes with the package. */
const agent = "pi";

async function runSession(
  service: Service,
  { repository, folder }: { repository: string; folder: string },
): Promise<boolean> {
  const client = demoClient(service.url, demoKey);
  const session = await client.create({ agent_runtime: agent, git_root: repository, prompt: demoPrompt });
  print(text.demo.queued({ id: session.id, prompt: demoPrompt }));
  const ended = await client.waitUntilStopped(session.id);
  const { steps, answer, usage } = storyOf(await client.transcript(session.id), agent);
  for (const step of steps) print(text.demo.step(step));
  print(text.demo.answer(answer));
  const clone = String(ended.metadata["clone_path"]);
  const diff = await changesIn(clone, folder);
  print(text.demo.changes);
  for (const line of changedLines(diff)) print(text.demo.changed(line));
  print(text.demo.usage(usage));
  const ok = ended.status === "needs_input" && diff !== "";
  if (!ok) print(text.demo.ended({ status: ended.status, detail: ended.failure_detail ?? "" }));
  return ok;
}

/** As the service reads a clone that an agent has worked in. */
async function changesIn(clone: string, folder: string): Promise<string> {
  const environment = programEnvironment(process.env, {});
  const pieces: Buffer[] = [];
  const reading = {
    gitFolders: join(folder, "git"),
    environment,
    sandbox: gitSandbox({ dataFolder: folder, environment, log: silent }),
  };
  await compareClone({ path: clone, branch: "main", ...reading }, async ({ repositories }) => {
    for (const { diff } of repositories) await diff([], (piece) => pieces.push(piece) > 0);
  });
  return Buffer.concat(pieces).toString("utf8");
}

/** The service's own log says it. */
const silent = { warn: () => {} };

async function leaveOpen(service: Service, stop: Promise<void>): Promise<void> {
  if (builtBoard() === undefined) print(text.demo.noBoard);
  else {
    print(text.demo.boardAt(service.url));
    await showLinkOf(service, { mayOpen: true });
  }
  print(text.demo.howToEnd);
  await stop;
}
