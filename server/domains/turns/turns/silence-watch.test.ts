import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AgentSigns, type Silence, silenceLevel } from "./silence-rules.ts";
import { watchSilence } from "./silence-watch.ts";

const minute = 60_000;
const limits = { startMs: 5 * minute, thinkingMs: 30 * minute, toolMs: 240 * minute };

describe("silenceLevel", () => {
  it.each<[string, AgentSigns, "alive" | "silent" | "over"]>([
    ["a moment", { phase: "thinking", silentMs: 59_000 }, "alive"],
    ["a minute", { phase: "thinking", silentMs: minute }, "silent"],
    ["the whole limit", { phase: "thinking", silentMs: 30 * minute }, "over"],
    ["a slow start", { phase: "starting", silentMs: 2 * minute }, "silent"],
    ["no start", { phase: "starting", silentMs: 5 * minute }, "over"],
    ["a long build", { phase: "using_tool", silentMs: 60 * minute }, "alive"],
    ["a tool that never ends", { phase: "using_tool", silentMs: 240 * minute }, "over"],
  ])("of %s", (_title, signs, verdict) => expect(silenceLevel(signs, limits)).toBe(verdict));

  it("never ends a turn without a limit", () => {
    const none = { startMs: 0, thinkingMs: 0, toolMs: 0 };
    for (const phase of ["starting", "thinking", "using_tool"] as const)
      expect(silenceLevel({ phase, silentMs: 1e12 }, none)).not.toBe("over");
  });
});

describe("watchSilence", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function open() {
    const seen: (number | null)[] = [];
    const over: Silence[] = [];
    const state = { asking: false, stopped: false };
    const watch = watchSilence({
      limits,
      now: Date.now,
      isAsking: () => state.asking,
      isStopped: async () => state.stopped,
      onSilence: (since) => void seen.push(since),
      onOver: (silence) => void over.push(silence),
    });
    return { watch, seen, over, state };
  }

  it("shows a silence with when it began, until the next sign", async () => {
    const { watch, seen } = open();
    watch.sign({});
    const since = Date.now();
    await vi.advanceTimersByTimeAsync(3 * minute);
    expect(seen).toEqual([since]);
    watch.sign({});
    expect(seen).toEqual([since, null]);
  });

  it("shows no silence while a command works in the background, also once the agent has answered", async () => {
    const { watch, seen, over } = open();
    watch.sign({ begun: ["a"] });
    watch.sign({ background: 1 });
    watch.sign({ ended: ["a"] });
    watch.sign({ ended: "all" });
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect([seen, over]).toEqual([[], []]);
    watch.sign({ background: 0 });
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(seen).toHaveLength(1);
  });

  it("ends an agent that says nothing at its start, and one that stops later, once", async () => {
    const early = open();
    await vi.advanceTimersByTimeAsync(20 * minute);
    expect(early.over).toEqual([{ phase: "starting", ms: limits.startMs }]);
    const late = open();
    late.watch.sign({ begun: ["build"] });
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect([late.over, late.seen]).toEqual([[], []]);
    late.watch.sign({ ended: ["build"] });
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(late.over).toEqual([{ phase: "thinking", ms: limits.thinkingMs }]);
    expect(late.seen.at(-1)).toBeNull();
  });

  it("waits as long as a person is asked, or the process is stopped", async () => {
    const { watch, over, seen, state } = open();
    watch.sign({});
    state.asking = true;
    await vi.advanceTimersByTimeAsync(300 * minute);
    expect([over, seen]).toEqual([[], []]);
    state.asking = false;
    state.stopped = true;
    await vi.advanceTimersByTimeAsync(300 * minute);
    expect(over).toEqual([]);
    state.stopped = false;
    await vi.advanceTimersByTimeAsync(31 * minute);
    expect(over).toHaveLength(1);
  });

  it("takes no time in which the service itself was stopped for a silence", async () => {
    const { watch, over } = open();
    watch.sign({});
    vi.setSystemTime(Date.now() + 600 * minute);
    await vi.advanceTimersByTimeAsync(minute);
    expect(over).toEqual([]);
  });

  it("says nothing after its end", async () => {
    const { watch, over, seen } = open();
    watch.end();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect([over, seen]).toEqual([[], []]);
  });
});
