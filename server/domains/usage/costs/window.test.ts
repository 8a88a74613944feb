import { describe, expect, it } from "vitest";
import { bucketOf, labelOf, windowOf } from "./window.ts";

const now = Date.UTC(2026, 10, 20, 15, 30);
const day = 86_400_000;
const of = (query: Parameters<typeof windowOf>[0]) => {
  const window = windowOf(query, now);
  const [from, to] = [window.from, window.to].map((at) => new Date(at).toISOString().slice(0, 16));
  return { from, to, clamped: window.clamped, swapped: window.swapped };
};
const plain = { clamped: false, swapped: false };

describe("the window of a cost report (R184)", () => {
  it.each([
    ["is seven days by default", {}, "2026-11-13T15:30", "2026-11-20T15:30", plain],
    ["has at least a day", { days: -4 }, "2026-11-19T15:30", "2026-11-20T15:30", plain],
    ["has at most a year", { days: 4_000 }, "2025-11-20T15:30", "2026-11-20T15:30", plain],
    [
      "includes both of its dates (X32)",
      { from: "2026-11-01", to: "2026-11-02" },
      "2026-11-01T00:00",
      "2026-11-03T00:00",
      plain,
    ],
    [
      "takes instants",
      { from: "2026-11-01T08:00:00Z", to: "2026-11-01T09:30:00Z" },
      "2026-11-01T08:00",
      "2026-11-01T09:30",
      plain,
    ],
    ["ends now without an end", { from: "2026-11-19" }, "2026-11-19T00:00", "2026-11-20T15:30", plain],
    ["begins seven days before its end", { to: "2026-11-09" }, "2026-11-03T00:00", "2026-11-10T00:00", plain],
    [
      "is turned around if it is reversed",
      { from: "2026-11-09T00:00:00Z", to: "2026-11-02T00:00:00Z" },
      "2026-11-02T00:00",
      "2026-11-09T00:00",
      { clamped: false, swapped: true },
    ],
    [
      "includes both of its dates in the wrong order too",
      { from: "2026-11-09", to: "2026-11-02" },
      "2026-11-02T00:00",
      "2026-11-10T00:00",
      { clamped: false, swapped: true },
    ],
    [
      "is the last year of a longer one",
      { from: "2020-01-01", to: "2026-11-10" },
      "2025-11-11T00:00",
      "2026-11-11T00:00",
      { clamped: true, swapped: false },
    ],
    [
      "ignores what is no instant",
      { from: "soon", to: "2026-13-45" },
      "2026-11-13T15:30",
      "2026-11-20T15:30",
      plain,
    ],
  ])("%s", (_title, query, from, to, flags) => {
    expect(of(query)).toEqual({ from, to, ...flags });
  });
});

it("has a bar for each hour of up to two days, else for each day", () => {
  expect(bucketOf({ from: 0, to: 2 * day })).toBe("hour");
  expect(bucketOf({ from: 0, to: 2 * day + 1 })).toBe("day");
});

it.each([
  [{ days: 1 }, "24 hours"],
  [{ days: 30 }, "30 days"],
  [{ days: 365 }, "1 year"],
  [{ from: "2026-11-01", to: "2026-11-02" }, "2026-11-01 to 2026-11-02"],
])("%o is called %s", (query, label) => {
  expect(labelOf(windowOf(query, now))).toBe(label);
});
