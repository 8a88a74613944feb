import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { thinking } from "../../../runtimes/activity-rules.ts";
import { activityService } from "./service.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

type Deps = Parameters<typeof activityService>[0];

function setUp(isWatched = true) {
  const changed = vi.fn<Deps["changed"]>();
  const countLines = vi.fn<Deps["countLines"]>(async () => ({ added: 120, removed: 8 }));
  const service = activityService({
    clock: { now: () => Date.now() },
    redact: (text) => text,
    changed,
    isWatched: () => isWatched,
    countLines,
  });
  return { service, changed, countLines };
}

const run = { step: "call", callId: "a", act: { kind: "running", subject: "npm test" } } as const;

it("reports many steps at once, and that the turn ended", async () => {
  const { service, changed } = setUp();
  service.begin(7, "/clone");
  service.step(7, { step: "model", act: thinking });
  service.step(7, run);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(changed.mock.calls).toEqual([[7, expect.objectContaining({ act: "running", subject: "npm test" })]]);
  service.end(7);
  expect(changed).toHaveBeenLastCalledWith(7, null);
  expect(service.of(7)).toBeNull();
  expect(service.all()).toEqual([]);
});

it("counts changed lines after a result, seldom, and only for somebody", async () => {
  const { service, countLines } = setUp();
  service.begin(7, "/clone");
  for (let n = 0; n < 3; n++) {
    service.step(7, run);
    service.step(7, { step: "result", callId: "a" });
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(countLines).toHaveBeenCalledTimes(1);
  expect(service.of(7)).toMatchObject({ changed_lines: { added: 120, removed: 8 } });

  const unwatched = setUp(false);
  unwatched.service.begin(7, "/clone");
  unwatched.service.step(7, run);
  unwatched.service.step(7, { step: "result", callId: "a" });
  expect(unwatched.countLines).not.toHaveBeenCalled();
});

it("ignores what comes after the end of the turn", () => {
  const { service, changed } = setUp();
  service.step(7, run);
  service.end(7);
  expect(changed).not.toHaveBeenCalled();
});
