/** @module-tag real-cli */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it, type TestContext, vi } from "vitest";
import type { Health } from "../../server/domains/installation/health/model.ts";
import { findAgentProcesses } from "../../server/lib/processes/index.ts";
import { installationIn } from "../e2e/crash/service-process.ts";
import { type FaultyService, startFaultyService } from "../faults/support/faulty-service.ts";
import { mountSmallDisk, type SmallDisk } from "../faults/support/small-disk.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest, type Session } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

const megabyte = 1024 ** 2;
const floor = 100;
const limits = { SERVICE_AGENT_PROCESSES: "400", SERVICE_AGENT_MEMORY_MB: "1500" };

/** Each gives up by itself, so that a machine that holds nothing survives it. */
const attacks = {
  processes: "b() { [ $1 -gt 11 ] || { b $(($1+1)) & b $(($1+1)) & }; sleep 20; }; b 0",
  memory: "head -c 3000M /dev/zero | tail > /dev/null; sleep 20",
  disk: "for i in $(seq 150); do head -c 4M /dev/zero >> grown; sleep 0.05; done; sleep 20",
  "disk, without a name":
    "exec 7> nameless; rm nameless; for i in $(seq 150); do head -c 4M /dev/zero >&7; sleep 0.05; done; sleep 20",
} as const;

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

interface Bed {
  service: FaultyService;
  disk: SmallDisk;
  git_root: string;
  /** Whether a sandbox starts on this machine. */
  works: boolean;
}

let made: Bed | null = null;

/** A service with small limits, on a small disk; skips the test where there can be none. */
async function bed(context: TestContext): Promise<Bed> {
  if (made !== null) return made;
  const folder = opened.use(await makeTestFolder());
  const disk = opened.use(mountSmallDisk(context, folder.at("data"), 700));
  const environment = { ...limits, SERVICE_SANDBOX: "off", SERVICE_MIN_FREE_MB: String(floor) };
  const place = { folder: folder.path, dataFolder: disk.path, environment };
  const service = opened.use(await startFaultyService(place));
  made = {
    service,
    disk,
    git_root: await service.repository(),
    works: (await sandboxIn(folder.at("probe"), [])) !== null,
  };
  return made;
}

/** What agents left of this data folder: processes, and groups of the kernel. */
async function left({ disk }: Bed): Promise<unknown> {
  const processes = await findAgentProcesses({ markerPrefix: installationIn(disk.path) ?? "none" });
  return { processes: processes.length, groups: groups(disk) };
}

const roomsOf = (disk: SmallDisk): { memory: string; processes: string }[] =>
  JSON.parse(readFileSync(`${disk.path}/cgroups.json`, "utf8"));

function groups(disk: SmallDisk): string[] {
  return roomsOf(disk).flatMap(({ memory, processes }) =>
    [memory, processes].flatMap((room) => (existsSync(room) ? foldersIn(room) : [])),
  );
}

const foldersIn = (room: string): string[] =>
  readdirSync(room, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

async function start(
  { service, git_root }: Bed,
  command: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const prompt = `#script bash cmd=${command}\n#script say Done.`;
  const body = { git_root, prompt, agent_runtime: "pi", ...more };
  const answer = await service.call<{ session: Session }>("POST", "/sessions", body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.session.id;
}

const words = {
  processes: /came to 400 processes/,
  memory: /more than 1,500 MB of memory/,
  disk: /filled the disk of the data folder/,
};

describe.each(["off", "workspace", "strict"])("an agent's shell at level %s", (sandbox) => {
  it.for(Object.entries(attacks))(
    "cannot take more than a turn may: %s",
    async ([name, command], context) => {
      const here = await bed(context);
      const { service, disk } = here;
      if (sandbox !== "off" && !here.works) context.skip("No sandbox starts on this machine");
      const id = await start(here, command, { sandbox });
      let answered = 0;
      const ended = await service.waitFor(
        id,
        (session) => {
          answered += 1;
          return atRest(session);
        },
        longMs,
      );
      const kind = name.startsWith("disk") ? "disk" : (name as "processes" | "memory");
      expect(ended).toMatchObject({ status: "failed", failure_reason: "resource_limit" });
      expect(ended.failure_detail).toMatch(words[kind]);
      // It answered all the time, and takes new work: its own share of the disk is untouched.
      expect(answered).toBeGreaterThan(0);
      expect(disk.freeBytes()).toBeGreaterThan(floor * megabyte);
      expect(await left(here)).toEqual({ processes: 0, groups: [] });
      expect((await service.call("DELETE", `/sessions/${id}`)).status).toBeLessThan(300);
      await expect.poll(() => disk.freeBytes() / megabyte, { timeout: longMs }).toBeGreaterThan(500);
    },
  );
});

it.for(["claude_code", "codex"])("holds the shell of the real %s", async (agent_runtime, context) => {
  const here = await bed(context);
  const { service } = here;
  const id = await start(here, attacks.processes, { agent_runtime });
  expect(await service.waitFor(id, atRest, longMs)).toMatchObject({ failure_reason: "resource_limit" });
  expect(await left(here)).toEqual({ processes: 0, groups: [] });
});

it("says what holds, and leaves no group after a crash or an end", async (context) => {
  const here = await bed(context);
  const { service, disk } = here;
  const { body } = await service.call<Health>("GET", "/health");
  expect(body.health_report.lines.find(({ id }) => id === "agent_limits")).toMatchObject({
    value: "Held",
    meaning: expect.stringMatching(/^A turn is ended at 400 processes, 1500 MB of memory.*held by cgroup/),
  });
  const doctor = service.run(["doctor"]).stdout;
  expect(doctor).toMatch(/^ok +Limits +A turn is ended at 400 processes.*held by cgroup/m);

  const id = await start(here, "sleep 200");
  await expect.poll(() => groups(disk).length, { timeout: longMs }).toBeGreaterThan(0);
  const [old] = groups(disk);
  await service.stop("SIGKILL");
  expect(groups(disk)).toContain(old);
  await service.start();
  await expect.poll(() => groups(disk), { timeout: longMs }).not.toContain(old);
  await service.call("POST", `/sessions/${id}/pause`, {});
  const rooms = roomsOf(disk);
  await service.stop();
  expect(rooms.flatMap(({ memory, processes }) => [memory, processes].filter(existsSync))).toEqual([]);
});
