import { expect, it } from "vitest";
import { cooldownLeft, decideChange, decideCount, sums, waitsFor } from "./rules.ts";

const scope = { kind: "poll", lane: null };
const counts = [
  { kind: "poll", lane: "pollers", count: 3 },
  { kind: "poll", lane: "default", count: 2 },
];

it("changes jobs only under a scope, with their exact count, below the cap, and never turns", () => {
  const decide = (of: Partial<Parameters<typeof decideChange>[0]>) =>
    decideChange({ scope, counts, expected: 5, ...of });
  expect(decide({})).toBeNull();
  expect(decide({ expected: 4 })).toBe("mismatch");
  expect(decide({ expected: null })).toBe("no_count");
  expect(decide({ scope: { kind: null, lane: null } })).toBe("unscoped");
  expect(decide({ scope: { kind: null, lane: "agents" }, counts: [] })).toBe("protected");
  expect(decide({ counts: [{ kind: "turn", lane: "agents", count: 1 }], expected: 1 })).toBe("protected");
  expect(decide({ counts: [{ kind: "poll", lane: "pollers", count: 2_001 }], expected: 2_001 })).toBe(
    "over_cap",
  );
  expect(decideCount({ kind: null, lane: "agents" })).toBeNull();
});

it("adds up counts by kind and by lane", () => {
  expect(sums(counts, "kind")).toEqual({ poll: 5 });
  expect(sums(counts, "lane")).toEqual({ pollers: 3, default: 2 });
});

it("lets an action be used again after 30 seconds, and at once after the clock was set back", () => {
  expect(cooldownLeft(undefined, 0)).toBeNull();
  expect(cooldownLeft(1_000, 1_001)).toBe(30);
  expect(cooldownLeft(1_000, 30_500)).toBe(1);
  expect(cooldownLeft(1_000, 31_000)).toBeNull();
  expect(cooldownLeft(100_000, 1_000)).toBeNull();
});

it("leaves sessions that wait for something", () => {
  expect(waitsFor({ status: "waiting", waitingKind: "asleep_on_wake" })).toBe("wake");
  expect(waitsFor({ status: "waiting", waitingKind: "parked" })).toBe("retry");
  expect(waitsFor({ status: "waiting", waitingKind: "idle" })).toBeNull();
  expect(waitsFor({ status: "needs_input", waitingKind: null })).toBeNull();
});
