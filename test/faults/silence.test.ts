import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { findAgentProcesses } from "../../server/lib/processes/index.ts";
import { atRest } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

const runtimes = ["claude_code", "codex", "pi"] as const;
const script = (...steps: string[]): string => steps.map((step) => `#script ${step}`).join("\n");

async function create(service: FaultyService, agent_runtime: string, prompt: string): Promise<number> {
  const git_root = await service.repository();
  const body = { git_root, prompt, agent_runtime };
  const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.session.id;
}

const transcript = async (service: FaultyService, id: number): Promise<string> =>
  (await service.call<{ transcript_text: string }>("GET", `/sessions/${id}/transcript`)).body.transcript_text;

const logOf = async (service: FaultyService, id: number): Promise<string> =>
  JSON.stringify((await service.call("GET", `/sessions/${id}/logs`)).body);

const silent = /gave no output/;

it.each(runtimes)(
  "ends %s when the model says nothing, and tries again; a long tool call is no silence",
  async (runtime) => {
    await using folder = await makeTestFolder();
    const environment = { SERVICE_AGENT_SILENCE_SECONDS: "6" };
    await using service = await startFaultyService({ folder: folder.path, environment });
    const id = await create(service, runtime, script("bash cmd=sleep 9", "hang times=1", "say Awake."));
    await expect.poll(() => logOf(service, id), { timeout: 60_000 }).toMatch(silent);
    expect((await logOf(service, id)).match(/gave no output/g)).toHaveLength(1);
    await service.waitFor(id, atRest, 60_000);
    expect(await transcript(service, id)).toContain("Awake.");
    expect((await service.call<{ session: object }>("GET", `/sessions/${id}`)).body.session).toMatchObject({
      status: "needs_input",
      failure_reason: null,
    });
  },
);

it.each(runtimes)("fails no session of %s whose process is stopped and continued", async (runtime) => {
  await using folder = await makeTestFolder();
  const environment = { SERVICE_AGENT_SILENCE_SECONDS: "3", SERVICE_AGENT_START_SECONDS: "60" };
  await using service = await startFaultyService({ folder: folder.path, environment });
  const gate = folder.at("gate");
  const id = await create(service, runtime, script(`wait_file path=${gate}`, "say Continued."));
  const prompted = () => service.model.requests().filter(({ prompts }) => prompts.length > 0);
  await expect.poll(() => prompted().length, { timeout: 30_000 }).toBeGreaterThan(0);
  const { id: installation } = JSON.parse(
    readFileSync(`${service.dataFolder}/installation.json`, "utf8"),
  ) as {
    id: string;
  };
  const pids = (await findAgentProcesses({ markerPrefix: installation })).map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  process.kill(service.process().pid, "SIGSTOP");
  await expect.poll(() => stateOf(service.process().pid)).toBe("T");
  process.kill(service.process().pid, "SIGCONT");
  // Twice the limit by the service's own count.
  await waitSeconds(service, 7);
  writeFileSync(gate, "");
  for (const pid of pids) process.kill(pid, "SIGCONT");
  await service.waitFor(id, atRest, 60_000);
  expect(await transcript(service, id)).toContain("Continued.");
  expect(await logOf(service, id)).not.toMatch(silent);
});

it.each(runtimes)("retries %s when the provider resets the connection, and says so", async (runtime) => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  const id = await create(service, runtime, script("disconnect times=2", "say Connected."));
  await service.waitFor(id, atRest, 90_000);
  expect(await transcript(service, id)).toContain("Connected.");
  expect(await logOf(service, id)).toMatch(/The provider failed/);
});

it("waits for open files when a turn cannot start without, and says so", async (context) => {
  const missing = spawnSync("prlimit", ["--version"]).error !== undefined;
  context.skip(missing, "prlimit is not installed");
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  const { pid } = service.process();
  const id = await create(service, "pi", script("say First."));
  await service.waitFor(id, atRest, 60_000);
  // With the fewest no process starts; with more, the sandbox cannot be looked into.
  for (const left of [3, 14]) {
    const before = (await logOf(service, id)).match(/as many files open as it may/g)?.length ?? 0;
    execFileSync("prlimit", [`--pid=${pid}`, `--nofile=${(await openFilesAtRest(pid)) + left}:`]);
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt: script(`say Left ${left}.`) });
    await expect
      .poll(async () => (await logOf(service, id)).match(/as many files open as it may/g)?.length ?? 0, {
        timeout: 30_000,
      })
      .toBeGreaterThan(before);
    execFileSync("prlimit", [`--pid=${pid}`, `--nofile=4096:`]);
    await service.waitFor(id, atRest, 60_000);
    expect(await transcript(service, id)).toContain(`Left ${left}.`);
  }
});

/** What stays open in a process, however much it opens and closes meanwhile: the least of three seconds. */
async function openFilesAtRest(pid: number): Promise<number> {
  const counts: number[] = [];
  for (let reading = 0; reading < 15; reading += 1) {
    counts.push(readdirSync(`/proc/${pid}/fd`).length);
    await pause(200);
  }
  return Math.min(...counts);
}

const stateOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.[0] ?? "";

/** Waits until the service has counted so many seconds. */
async function waitSeconds(service: FaultyService, seconds: number): Promise<void> {
  const started = performance.now();
  await expect
    .poll(
      async () => {
        await service.call("GET", "/sessions");
        return performance.now() - started;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeGreaterThan(seconds * 1_000);
}
