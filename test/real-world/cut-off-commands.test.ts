/** @module-tag real-cli */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findAgentProcesses } from "../../server/lib/processes/index.ts";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { installationIn, startServiceProcess } from "../e2e/crash/service-process.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, caller, type Session, testEnvironment, waitForSession } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";

const longMs = 120_000;
const key = "cut-off-test-key-0123456789";

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const told = /was cut off while this ran. It may have run wholly, in part or not at all/;

const cases = runtimeIds.flatMap((agent_runtime) => [
  { agent_runtime, died: "the service" },
  { agent_runtime, died: "the service and all of its agents" },
]);

it.each(cases)(
  "$agent_runtime is told which command was cut off when $died died",
  { timeout: longMs },
  async ({ agent_runtime, died }) => {
    await using folder = await makeTestFolder();
    const model = await startScriptedModel();
    onTestFinished(() => model.close());
    const environment = testEnvironment({ folder: folder.path, modelUrl: model.url, key });
    const start = async () => {
      const service = startServiceProcess(environment);
      onTestFinished(() => service.kill("SIGKILL"));
      return { service, url: await service.ready };
    };
    const first = await start();
    const command = "echo effect >> $SIGNALBOX_SCRATCH/effects; tail -f /dev/null";
    const { body } = await caller(first.url, key)<{ session: Session }>("POST", "/sessions", {
      agent_runtime,
      git_root: await makeGitRepository(folder.at("repository")),
      prompt: `#script bash cmd=${command}\n#script say Done.`,
    });
    const { id } = body.session;
    const effects = join(folder.path, "data/scratch", String(id), "effects");
    await expect.poll(() => textOf(effects), { timeout: 60_000 }).toBe("effect\n");
    const transcript = async () =>
      (await caller(first.url, key)<{ transcript_text?: string }>("GET", `/sessions/${id}/transcript`)).body;
    await expect
      .poll(async () => (await transcript()).transcript_text, { timeout: 60_000 })
      .toMatch(/Tool Use[^]*echo effect/);
    first.service.kill("SIGKILL");
    await first.service.exited;
    if (died !== "the service") {
      const markerPrefix = installationIn(join(folder.path, "data")) ?? "";
      for (const { pid } of await findAgentProcesses({ markerPrefix })) process.kill(pid, "SIGKILL");
    }
    const asked = model.requests().length;

    const second = await start();
    const call = caller(second.url, key);
    await waitForSession({ url: second.url, key, id }, atRest, 60_000);
    const seen = JSON.stringify(
      model
        .requests()
        .slice(asked)
        .map(({ body }) => body),
    );
    expect(seen.slice(seen.indexOf("#script"))).toMatch(told);
    expect(seen).toContain("echo effect");
    expect(textOf(effects)).toBe("effect\n");

    // It is told once.
    const before = model.requests().length;
    await call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Went on." });
    await expect.poll(() => model.requests().length, { timeout: 60_000 }).toBeGreaterThan(before);
    expect(model.requests().at(-1)?.prompts.at(-1)).toBe("#script say Went on.");
  },
);
