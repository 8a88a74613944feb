import { describe, expect, it } from "vitest";
import { nextReading, type Watched } from "./polling-rules.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = 100 * day;

const one: Watched = { state: "open", polledAt: now, activeAt: now, archivedAt: null };
const idle = (ms: number, more: Partial<Watched> = {}): Watched => ({ ...one, activeAt: now - ms, ...more });

describe("the next read of a pull request", () => {
  it.each<[string, Watched, number | null]>([
    ["at once when it was never read", { ...one, polledAt: null, state: null }, 0],
    ["at once when the clock was set back", { ...one, polledAt: now + day, activeAt: now + day }, 0],
    ["in half a minute while its session is in use", one, minute / 2],
    ["in half a minute until half an hour is over", idle(30 * minute - 1), minute / 2],
    ["in a minute after half an hour", idle(30 * minute), minute],
    ["in five after two hours", idle(2 * hour), 5 * minute],
    ["in thirty after eight hours", idle(8 * hour), 30 * minute],
    ["in a day after a week", idle(7 * day), day],
    ["never once it was merged", { ...one, state: "merged" }, null],
    ["in a day when it was closed", { ...one, state: "closed" }, day],
    ["never when it was closed a week ago", idle(7 * day, { state: "closed" }), null],
    ["once more after its session was archived", idle(day, { archivedAt: now, polledAt: now - 1 }), 0],
    ["never after that", idle(day, { archivedAt: now - 1 }), null],
  ])("comes %s", (_title, watched, after) => {
    expect(nextReading(watched, null, now)).toBe(after === null ? null : now + after);
  });

  it.each([
    [1, minute / 2],
    [2, minute],
    [3, 2 * minute],
    [20, 30 * minute],
  ])("comes later with each failure: %i", (count, after) => {
    expect(nextReading(one, { count, at: now, message: "" }, now)).toBe(now + after);
  });

  it("is canceled after five failures if all its sessions are archived", () => {
    const archived = { ...one, polledAt: null, archivedAt: now };
    expect(nextReading(archived, { count: 4, at: now, message: "" }, now)).toBe(now + 4 * minute);
    expect(nextReading(archived, { count: 5, at: now, message: "" }, now)).toBeNull();
  });
});
