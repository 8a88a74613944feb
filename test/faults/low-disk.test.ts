import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DiskSpace } from "../../server/domains/installation/disk-space/model.ts";
import type { Health } from "../../server/domains/installation/health/model.ts";
import { clientsOf } from "../e2e/crash/clients.ts";
import { atRest } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";
import { mountSmallDisk } from "./support/small-disk.ts";

const megabyte = 1024 ** 2;

async function create(service: FaultyService, gitRoot: string, prompt: string): Promise<number> {
  const body = { git_root: gitRoot, prompt };
  const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.session.id;
}

async function diskLine(service: FaultyService) {
  const { body } = await service.call<Health>("GET", "/health");
  return body.health_report.lines.find(({ id }) => id === "disk");
}

async function board<T>(service: FaultyService, path: string): Promise<T> {
  const { board } = clientsOf({ dataFolder: service.dataFolder, apiKey: service.key });
  const answer = await board<T>(service.url, null, { method: "GET", path });
  expect(answer.status).toBe(200);
  return answer.body;
}

it("refuses new work below the floor, lets agents finish, and continues by itself", async (context) => {
  await using folder = await makeTestFolder();
  using disk = mountSmallDisk(context, folder.at("data"), 160);
  await using service = await startFaultyService({
    folder: folder.path,
    dataFolder: disk.path,
    environment: { SERVICE_MIN_FREE_MB: "40", SERVICE_AGENT_THREADS: "1", SERVICE_WEB_OPEN: "1" },
  });
  const repository = await service.repository();
  const old = await create(service, repository, "#script say Old.");
  await service.waitFor(old, atRest);
  const [cloneOfOld] = readdirSync(join(disk.path, "clones"));
  const trashed = await create(service, repository, "#script say Trashed.");
  await service.waitFor(trashed, atRest);
  await service.call("POST", `/sessions/${trashed}/archive`, {});
  // As ten minutes after an archive.
  for (const name of readdirSync(join(disk.path, "clones")))
    if (name !== cloneOfOld) rmSync(join(disk.path, "clones", name), { recursive: true });
  const trigger = await service.call<{ trigger: { id: number } }>("POST", "/triggers", {
    name: "Nightly",
    agent_root_name: "none",
    prompt_template: "#script say Fired.",
  });
  const gate = folder.at("gate");
  const held = await create(service, repository, `#script wait_file path=${gate}\n#script say First.`);
  await expect.poll(() => JSON.stringify(service.model.requests())).toContain(gate);
  const queued = await create(service, repository, "#script say Second.");

  disk.fill(20 * megabyte);
  const refused = { status: 507, body: { message: expect.stringMatching(/\d+ MB more must be free/) } };
  await expect
    .poll(() => service.call("POST", "/sessions", { git_root: repository, prompt: "Refused" }))
    .toMatchObject(refused);
  const followUp = { prompt: "Refused" };
  for (const [path, body] of [
    [`/sessions/${old}/follow_up`, followUp],
    [`/sessions/${held}/enqueued_messages`, { content: "Refused" }],
    [`/sessions/${old}/fork`, { message_index: 1 }],
    ["/sessions", { git_root: repository, clone_only: true }],
    [`/sessions/${old}/restart`, {}],
    [`/sessions/${trashed}/unarchive`, {}],
    ...(trigger.status === 201 ? ([[`/triggers/${trigger.body.trigger.id}/invoke`, {}]] as const) : []),
  ] as const)
    expect(await service.call("POST", path, body), path).toMatchObject(refused);
  expect(trigger.status).toBe(201);
  expect(await diskLine(service)).toMatchObject({ state: "warning", lever: "data" });
  const space = await board<DiskSpace>(service, "/disk_space");
  expect(space).toMatchObject({ low: true, floor_bytes: 40 * megabyte });
  expect(space.missing_bytes).toBe(50 * megabyte - space.free_bytes);

  // The agent that works finishes its turn; the one that waits says what for.
  writeFileSync(gate, "");
  await service.waitFor(held, atRest);
  const waiting = await board<unknown>(service, `/sessions/${queued}`);
  expect(JSON.stringify(waiting)).toContain("MB more are free on the disk");
  expect((await service.call("GET", `/sessions/${queued}`)).body).toMatchObject({
    session: { status: "waiting" },
  });
  // Reading and deleting work.
  expect((await service.call("GET", "/sessions")).status).toBe(200);
  expect((await service.call("DELETE", `/sessions/${old}`)).status).toBeLessThan(300);

  disk.empty();
  await service.waitFor(queued, atRest);
  expect(await board(service, "/disk_space")).toMatchObject({ low: false, missing_bytes: 0 });
  expect(await diskLine(service)).toMatchObject({ state: "healthy", lever: null });
  const { body } = await service.call<{ transcript_text: string }>("GET", `/sessions/${queued}/transcript`);
  expect(body.transcript_text).toContain("Second.");
  expect((await service.call("POST", `/sessions/${trashed}/unarchive`, {})).body).toMatchObject({
    clone_restored: true,
  });
  await create(service, repository, "#script say Third.");
  expect(JSON.stringify(service.model.requests())).not.toContain("Refused");
  expect(existsSync(folder.at("data/filler"))).toBe(false);
});
