/** @module-tag real-cli */

import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { claudeCodeRuntime } from "../../server/runtimes/claude-code/index.ts";
import { codexRuntime } from "../../server/runtimes/codex/index.ts";
import { piRuntime } from "../../server/runtimes/pi/index.ts";
import type { AgentRuntime, RuntimeOptions } from "../../server/runtimes/runtime.ts";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { seedFrom } from "../random-seed.ts";
import { makeGitRepository } from "../support/repository.ts";
import { caller, type Session, testEnvironment, waitForSession } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { runCampaign } from "./crash/campaign.ts";
import { startServiceProcess } from "./crash/service-process.ts";

const kills = Number(process.env["SIGNALBOX_CRASH_KILLS"] ?? 20);
const seed = seedFrom("SIGNALBOX_CRASH_SEED");

async function campaignWithModel(
  options: Omit<Parameters<typeof runCampaign>[0], "model">,
): Promise<string[]> {
  const model = await startScriptedModel();
  try {
    return await runCampaign({ ...options, model });
  } finally {
    await model.close();
  }
}

/** Outside of the run's temporary folder, so that it is kept. */
async function keep(folder: string): Promise<void> {
  const kept = join(process.env["SIGNALBOX_KEPT_FOLDER"] ?? tmpdir(), basename(folder));
  if (kept !== folder) await cp(folder, kept, { recursive: true });
  process.stdout.write(`The data folder is kept in ${kept}\n`);
}

async function campaignOf(
  runtime: (options: RuntimeOptions) => AgentRuntime,
  count: number,
): Promise<string[]> {
  process.stdout.write(`Crash test: SIGNALBOX_CRASH_SEED=${seed} SIGNALBOX_CRASH_KILLS=${count}\n`);
  const folder = await mkdtemp(join(tmpdir(), "signalbox-crash-"));
  const problems = await campaignWithModel({ runtime, folder, seed, kills: count });
  if (problems.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  else await keep(folder);
  return problems;
}

it("keeps every acknowledged message, once and in order, however often it is killed", async () => {
  expect(await campaignOf(piRuntime, kills)).toEqual([]);
}, 900_000);

const clis = join(import.meta.dirname, "../clis/node_modules/.bin");
const others = [
  { name: "claude", runtime: claudeCodeRuntime },
  { name: "codex", runtime: codexRuntime },
] as const;

it.for(others)(
  "also with $name, whose turns outlive the service",
  { timeout: 300_000 },
  async ({ name, runtime }, context) => {
    if (!existsSync(join(clis, name))) context.skip(`${name} is not installed in test/clis`);
    expect(await campaignOf(runtime, Math.min(kills, 5))).toEqual([]);
  },
);

it("keeps a sleep that was requested before the service was killed during the turn", async () => {
  await using folder = await makeTestFolder();
  const model = await startScriptedModel();
  const key = "crash-test-key-0123456789";
  const environment = testEnvironment({
    folder: folder.path,
    modelUrl: model.url,
    key,
  });
  const first = startServiceProcess(environment);
  onTestFinished(() => first.kill("SIGKILL"));
  const call = caller(await first.ready, key);
  const body = {
    git_root: await makeGitRepository(folder.at("repository")),
    prompt: "#script sleep 600",
  };
  const { id } = (await call<{ session: Session }>("POST", "/sessions", body)).body.session;
  const prompted = () => model.requests().filter(({ prompts }) => prompts.length > 0);
  await expect.poll(() => prompted().length).toBe(1);
  expect((await call("POST", `/sessions/${id}/sleep`)).status).toBe(200);
  first.kill("SIGKILL");
  await first.exited;

  const second = startServiceProcess(environment);
  onTestFinished(() => second.kill("SIGKILL"));
  const url = await second.ready;
  const asleep = await waitForSession({ url, key, id }, (session) => session.deliberate_sleep_at !== null);
  expect(asleep).toMatchObject({ status: "waiting" });
  second.kill("SIGTERM");
  expect(await second.exited).toBe(0);
  await model.close();
});
