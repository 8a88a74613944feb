import { expect, it } from "vitest";
import { seededRandom } from "../e2e/crash/random.ts";
import { seedFrom } from "../random-seed.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, writeOrchard } from "../support/triggers.ts";
import { fakeTime } from "./support/fake-time.ts";
import { startFaultyService } from "./support/faulty-service.ts";
import { killAndRepeat, makeSubjects } from "./support/keyed-writes.ts";
import { mountSmallDisk } from "./support/small-disk.ts";

/** More of them with `SIGNALBOX_FAULT_KILLS=50 npm run test:faults -- repeated-writes`. */
const kills = Number(process.env["SIGNALBOX_FAULT_KILLS"] ?? 3);
const seed = seedFrom("SIGNALBOX_CRASH_SEED");
const timeout = 120_000 + kills * 20_000;

/** When the service is killed: before, while and after the writes are stored. */
function killTimes(): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: kills }, (_, n) => random.between(0, [25, 120, 500][n % 3] ?? 500));
}

/** What the trigger starts sessions of. */
async function withRoot(folder: TestFolder): Promise<Record<string, string>> {
  await makeOrchard(folder);
  await writeOrchard(folder);
  return { SERVICE_CATALOG: folder.at("air.json") };
}

it("carries out each write with a key once, whenever the service is killed", { timeout }, async () => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({
    folder: folder.path,
    environment: await withRoot(folder),
  });
  const subjects = await makeSubjects(service);
  for (const [n, killAfterMs] of killTimes().entries())
    expect(
      await killAndRepeat(service, subjects, { marker: `K${n}`, killAfterMs }),
      `${killAfterMs} ms`,
    ).toEqual([]);
});

it("also if the clock was set meanwhile", { timeout }, async (context) => {
  await using folder = await makeTestFolder();
  const time = fakeTime(context, folder.path);
  await using service = await startFaultyService({
    folder: folder.path,
    environment: { ...time.environment, ...(await withRoot(folder)) },
  });
  const subjects = await makeSubjects(service);
  const offsets = ["+3h", "-3h"];
  for (const [n, killAfterMs] of killTimes().slice(0, -1).entries()) {
    const meanwhile = (): void => time.set(offsets[n % 2] ?? "+0");
    const round = { marker: `C${n}`, killAfterMs, meanwhile };
    expect(await killAndRepeat(service, subjects, round), `${killAfterMs} ms`).toEqual([]);
  }
});

it("also if the disk was full", { timeout }, async (context) => {
  await using folder = await makeTestFolder();
  using disk = mountSmallDisk(context, folder.at("data"), 120);
  await using service = await startFaultyService({
    folder: folder.path,
    dataFolder: disk.path,
    environment: { SERVICE_MIN_FREE_MB: "0", ...(await withRoot(folder)) },
  });
  const subjects = await makeSubjects(service);
  for (const [n, killAfterMs] of killTimes().slice(0, -1).entries()) {
    const round = {
      marker: `D${n}`,
      killAfterMs,
      before: () => disk.fill(),
      meanwhile: () => disk.empty(),
    };
    expect(await killAndRepeat(service, subjects, round), `${killAfterMs} ms`).toEqual([]);
  }
});
