import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recoveryModeService } from "./recovery-mode.ts";

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeService() {
  const disk = { stored: null as unknown, isFull: false };
  const held = new Set<string>();
  const recorded: string[] = [];
  const service = recoveryModeService({
    settings: {
      read: () => disk.stored as never,
      write(_setting, value) {
        if (disk.isFull) throw new Error("no room");
        disk.stored = value;
      },
    },
    clock: { now: Date.now },
    audit: { record: (_actor, sentence) => void recorded.push(sentence) },
    jobs: {
      isHeld: (lane) => held.has(lane),
      setHeld: (lane, to) => void held[to ? "add" : "delete"](lane),
    },
    onChange: () => undefined,
  });
  return { service, disk, held, recorded };
}

const enter = ({ service }: ReturnType<typeof makeService>) =>
  service.enter({ reason: null, ttl_minutes: 5 }, { kind: "board" });

it("looks for its end while it lasts alone", () => {
  const made = makeService();
  made.service.start();
  expect(vi.getTimerCount()).toBe(0);
  enter(made);
  enter(made);
  expect([vi.getTimerCount(), made.held.size > 0]).toEqual([1, true]);
  vi.advanceTimersByTime(5 * minute + 1_000);
  expect([vi.getTimerCount(), made.held.size, made.service.isActive()]).toEqual([0, 0, false]);
});

it("lets the queues go on although its end cannot be stored, and stores that once there is room", () => {
  const made = makeService();
  enter(made);
  made.disk.isFull = true;
  vi.advanceTimersByTime(6 * minute);
  expect([made.held.size, made.recorded.length]).toEqual([0, 1]);
  made.disk.isFull = false;
  vi.advanceTimersByTime(1_000);
  expect([made.disk.stored, made.recorded.length, vi.getTimerCount()]).toEqual([null, 2, 0]);
});

it.each([
  ["goes on after a restart", 1, 1],
  ["ends after a restart that it did not outlast", 10, 0],
])("%s", (_title, minutes, timers) => {
  const before = makeService();
  enter(before);
  before.service.stop();
  const after = makeService();
  after.disk.stored = before.disk.stored;
  vi.advanceTimersByTime(minutes * minute);
  after.service.start();
  expect(after.held.size > 0).toBe(timers === 1);
  vi.advanceTimersByTime(1_000);
  expect([vi.getTimerCount(), after.disk.stored === null]).toEqual([timers, timers === 0]);
});
