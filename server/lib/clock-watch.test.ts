import { expect, it } from "vitest";
import { type ClockJump, clockWatch } from "./clock-watch.ts";

const start = 1_000_000_000_000;

it.each([
  ["set back by three hours", { wall: 1_000 - 3 * 3_600_000, elapsed: 1_000 }, -3 * 3_600_000],
  ["set ahead by a day", { wall: 1_000 + 24 * 3_600_000, elapsed: 1_000 }, 24 * 3_600_000],
  ["corrected by a second", { wall: 0, elapsed: 1_000 }, null],
  ["right after the machine slept for a night", { wall: 8 * 3_600_000, elapsed: 8 * 3_600_000 }, null],
])("notices a clock that is %s", (_title, passed, byMs) => {
  const time = { wall: start, elapsed: 5_000 };
  const jumps: ClockJump[] = [];
  const watch = clockWatch({
    clock: { now: () => time.wall, monotonic: () => time.elapsed },
    onJump: (jump) => void jumps.push(jump),
  });
  watch.start();
  time.wall += passed.wall;
  time.elapsed += passed.elapsed;
  watch.check();
  watch.check();
  watch.stop();
  expect(jumps).toEqual(byMs === null ? [] : [{ byMs, now: time.wall }]);
});
