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

/** The faults that a round may have beside the kill, each for the name of its rounds. */
const faults = [
  { letter: "K", title: "whenever the service is killed", clock: false, disk: false },
  { letter: "C", title: "also if the clock was set meanwhile", clock: true, disk: false },
  { letter: "D", title: "also if the disk was full", clock: false, disk: true },
  {
    letter: "B",
    title: "also if the disk was full and the clock was set meanwhile",
    clock: true,
    disk: true,
  },
];

it.for(faults)(
  "carries out each write with a key once, $title",
  { timeout },
  async ({ letter, clock, disk: fillsDisk }, context) => {
    await using folder = await makeTestFolder();
    const time = clock ? fakeTime(context, folder.path) : null;
    using disk = fillsDisk ? mountSmallDisk(context, folder.at("data"), 120) : null;
    await using service = await startFaultyService({
      folder: folder.path,
      environment: {
        ...(await withRoot(folder)),
        ...time?.environment,
        ...(disk && { SERVICE_MIN_FREE_MB: "0" }),
      },
    });
    const subjects = await makeSubjects(service);
    for (const [n, killAfterMs] of killTimes().entries()) {
      const round = {
        marker: `${letter}${n}`,
        killAfterMs,
        before: () => disk?.fill(),
        meanwhile: () => {
          disk?.empty();
          time?.set(n % 2 === 0 ? "+3h" : "-3h");
        },
      };
      expect(await killAndRepeat(service, subjects, round), `${killAfterMs} ms`).toEqual([]);
    }
  },
);
