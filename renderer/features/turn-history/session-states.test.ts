import { describe, expect, it } from "vitest";
import { causeNames, type SessionState } from "../../../server/domains/sessions/states/model.ts";
import { causeText, lastedText, phaseTotals, segmentsOf, stateLabel } from "./session-states.ts";

const running: SessionState = {
  id: 3,
  state: "running",
  cause: "turn_started",
  detail: null,
  at: "2026-11-22T10:00:00Z",
  lasted_ms: null,
};
const now = Date.parse("2026-11-22T10:02:03Z");

describe("a state", () => {
  it("has a label and a phase", () => {
    expect(stateLabel(running)).toEqual({ label: "Running", phase: "running" });
    expect(stateLabel({ state: "asking" })).toEqual({ label: "Asks you", phase: "needs" });
    expect(stateLabel({ state: null }).label).toBe("Not recorded");
  });

  it.each([
    ["who archived the session", { cause: "archive", detail: "the board" }, "Archived by the board"],
    ["a pause", { cause: "paused", detail: null }, "Paused"],
    [
      "the failure reason",
      { cause: "turn_failed", detail: "git_clone_failed" },
      "The repository could not be cloned",
    ],
    [
      "the reason of a postponed turn",
      { cause: "turn_postponed", detail: "Out of quota: later" },
      "Out of quota: later",
    ],
    ["a postponed turn", { cause: "turn_postponed", detail: null }, "The turn will be retried later"],
    ["the source of a fork", { cause: "forked", detail: "7" }, "Forked from session 7"],
    [
      "that later states were not recorded",
      { state: null, cause: "created" },
      "Created; later states were not recorded",
    ],
  ] as const)("names %s", (_title, change, expected) => {
    expect(causeText({ ...running, ...change })).toBe(expected);
  });

  it("has a text for every cause", () => {
    expect(
      causeNames.map((cause) => causeText({ ...running, cause })).filter((cause) => cause === ""),
    ).toEqual([]);
  });

  it.each([
    ["how long it lasted", { lasted_ms: 1_500 }, "for 1.5 s"],
    ["how long it has lasted so far", {}, "for 2 min 3 s until now"],
    ["nothing if it ended at once", { lasted_ms: 0 }, null],
    ["nothing if it has just started", { at: "2026-11-22T10:02:00Z" }, null],
    ["nothing if this machine's clock is behind", { at: "2026-11-22T11:00:00Z" }, null],
  ])("shows %s", (_title, change, expected) => {
    expect(lastedText({ ...running, ...change }, now)).toBe(expected);
  });
});

describe("the bar", () => {
  const state = (id: number, name: SessionState["state"], lasted_ms: number | null): SessionState => ({
    ...running,
    id,
    state: name,
    lasted_ms,
  });

  it("runs from oldest to newest and merges consecutive states of one phase", () => {
    const newestFirst = [
      state(5, "asking", null),
      state(4, "running", 7),
      state(3, "held", 5),
      state(2, "queued", 2),
    ];
    const segments = segmentsOf([...newestFirst, state(1, "archived", 0)], now);
    expect(segments).toMatchObject([
      { id: 2, phase: "waiting", ms: 7 },
      { id: 4, phase: "running", ms: 7 },
      { id: 5, phase: "needs", ms: 123_000 },
    ]);
  });

  it("shows only the newest states that fit", () => {
    const many = Array.from({ length: 90 }, (_, n) => state(90 - n, n % 2 === 0 ? "running" : "failed", 1));
    const segments = segmentsOf(many, now);
    expect([segments.length, segments[0]?.id, segments.at(-1)?.id]).toEqual([60, 31, 90]);
  });

  it("totals the time of each phase, longest first", () => {
    const segments = segmentsOf(
      [state(3, "failed", 9_000), state(2, "running", 4_000), state(1, "failed", 1_000)],
      now,
    );
    expect(phaseTotals(segments)).toEqual([
      { phase: "failed", duration: "10.0 s" },
      { phase: "running", duration: "4.0 s" },
    ]);
  });
});
