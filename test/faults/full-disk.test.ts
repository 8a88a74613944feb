import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { atRest } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";
import { mountSmallDisk } from "./support/small-disk.ts";

async function create(service: FaultyService, gitRoot: string, prompt: string): Promise<number> {
  const body = { git_root: gitRoot, prompt };
  const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.session.id;
}

const transcript = async (service: FaultyService, id: number): Promise<string> =>
  (await service.call<{ transcript_text: string }>("GET", `/sessions/${id}/transcript`)).body.transcript_text;

const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

it("answers while the disk is full, and continues without a restart once there is space", async (context) => {
  await using folder = await makeTestFolder();
  using disk = mountSmallDisk(context, folder.at("data"), 64);
  await using service = await startFaultyService({
    folder: folder.path,
    dataFolder: disk.path,
    // Otherwise new work is refused before the disk is full.
    environment: { SERVICE_MIN_FREE_MB: "0" },
  });
  const repository = await service.repository();
  const gate = folder.at("gate");
  const held = await create(service, repository, `#script wait_file path=${gate}\n#script say First answer.`);
  const wakeAt = Date.now() + 6_000;
  const wake = { wake_at: new Date(wakeAt).toISOString(), prompt: "#script say Woken." };
  const asleep = await create(
    service,
    repository,
    `#script mcp server=signalbox tool=wake_me_up_later args=${JSON.stringify(wake)}`,
  );
  await service.waitFor(
    asleep,
    ({ status, running_job_id }) => status === "waiting" && running_job_id === null,
  );
  await expect.poll(() => JSON.stringify(service.model.requests())).toContain(gate);

  disk.fill();
  writeFileSync(gate, "");
  // Neither the end of the turn nor the claim of the wake, which comes due, can be stored now.
  const accepted: string[] = [];
  const refused: string[] = [];
  for (let n = 1; n <= 12 || Date.now() < wakeAt + 3_000; n++) {
    disk.fill();
    const prompt = `#script say Message ${n}.`;
    const [read, write] = await Promise.all([
      service.call("GET", "/sessions"),
      service.call("POST", `/sessions/${held}/follow_up`, { prompt }),
    ]);
    expect(read.status).toBe(200);
    // What SQLite's log still has room for is stored, and accepted.
    const isStored = write.status === 202;
    if (!isStored)
      expect(write).toMatchObject({
        status: 507,
        body: { message: expect.stringContaining("disk is full") },
      });
    (isStored ? accepted : refused).push(prompt);
  }
  expect(refused.length).toBeGreaterThan(5);
  expect(memoryMb(service.process().pid)).toBeLessThan(600);

  disk.empty();
  await service.waitFor(held, atRest);
  expect(await transcript(service, held)).toContain("First answer.");
  await expect.poll(() => transcript(service, asleep)).toContain("Woken.");
  const asked = () => JSON.stringify(service.model.requests());
  for (const prompt of accepted) await expect.poll(asked, { timeout: 30_000 }).toContain(prompt);
  expect(refused.filter((prompt) => asked().includes(prompt))).toEqual([]);
  expect(await service.stop()).toBe(0);
});
