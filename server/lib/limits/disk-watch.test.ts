import { expect, it, vi } from "vitest";
import { culprit, diskWatch, isClose } from "./disk-watch.ts";

it.each([
  ["with room for more", { freeBytes: 1_000, floorBytes: 500, lostBytes: 100 }, false],
  ["when the next moments reach it", { freeBytes: 700, floorBytes: 500, lostBytes: 101 }, true],
  ["when it is reached, but nobody writes", { freeBytes: 400, floorBytes: 500, lostBytes: 0 }, false],
])("is close to the reserve %s: %o is %s", (_title, of, close) => {
  expect(isClose(of)).toBe(close);
});

it("holds nobody responsible who wrote little", () => {
  const written = [
    { writer: "a", bytes: 10 },
    { writer: "b", bytes: 250 },
  ];
  expect([culprit(written, 500), culprit(written, 502), culprit([], 500)]).toEqual(["b", null, null]);
});

/** Turns that write, on a disk whose space the test sets. */
function bed(limitBytes: number | null) {
  vi.useFakeTimers();
  const disk = { freeBytes: 10_000, floorBytes: 1_000 };
  const inFolder: Record<string, number> = {};
  const met: string[] = [];
  const watch = diskWatch({
    space: () => disk,
    written: async ([folder = ""]) => inFolder[folder] ?? 0,
    limitBytes,
    now: () => 0,
  });
  const follow = (name: string, writtenBytes = 0) =>
    watch.follow({
      folders: [name],
      writtenBytes: async () => writtenBytes,
      onMet: (limit) => met.push(`${name} ${limit}`),
    });
  const tick = () => vi.advanceTimersByTimeAsync(1_000);
  return { disk, inFolder, met, follow, tick, [Symbol.dispose]: () => void vi.useRealTimers() };
}

it("ends who wrote most before the reserve is touched, and the next one only if it goes on", async () => {
  using turns = bed(null);
  turns.follow("honest");
  turns.follow("large");
  turns.follow("unnamed file", 4_000);
  turns.inFolder["honest"] = 10;
  turns.inFolder["large"] = 3_000;
  turns.disk.freeBytes = 3_400;
  await turns.tick();
  expect(turns.met).toEqual(["unnamed file disk"]);
  turns.disk.freeBytes = 3_000;
  for (let at = 0; at < 7; at++) await turns.tick();
  expect(turns.met).toHaveLength(1);
  turns.disk.freeBytes = 1_500;
  await turns.tick();
  expect(turns.met).toEqual(["unnamed file disk", "large disk"]);
});

it("ends who wrote more than the limit, on a disk with much room, and looks only once so much is gone", async () => {
  using turns = bed(2_000);
  const done = turns.follow("a");
  turns.inFolder["a"] = 2_100;
  turns.disk.freeBytes = 8_500;
  await turns.tick();
  expect(turns.met).toEqual([]);
  turns.disk.freeBytes = 7_800;
  await turns.tick();
  expect(turns.met).toEqual(["a disk"]);
  done();
  expect(vi.getTimerCount()).toBe(0);
});
