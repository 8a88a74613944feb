import { describe, expect, it } from "vitest";
import { causeNames, type SessionState } from "../../../server/domains/sessions/states/model.ts";
import { causeWords, lastedWords, sharesOf, stateWords, stretchesOf } from "./state-words.ts";

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
  it("is named by what the session did", () => {
    expect(stateWords(running)).toEqual({ label: "Running", phase: "running" });
    expect(stateWords({ state: "asking" })).toEqual({ label: "Asks you", phase: "needs" });
    expect(stateWords({ state: null }).label).toBe("Not recorded");
  });

  it.each([
    ["who archived it", { cause: "archive", detail: "the board" }, "Archived by the board"],
    ["that somebody paused it", { cause: "paused", detail: null }, "Paused"],
    [
      "why it failed",
      { cause: "turn_failed", detail: "git_clone_failed" },
      "The repository could not be cloned",
    ],
    ["why its turn waits", { cause: "turn_postponed", detail: "Out of quota: later" }, "Out of quota: later"],
    ["that its turn waits", { cause: "turn_postponed", detail: null }, "The turn will be retried later"],
    ["where it was forked from", { cause: "forked", detail: "7" }, "Forked from session 7"],
    ["what is not known", { state: null, cause: "created" }, "Created; later states were not recorded"],
  ] as const)("tells %s", (_title, change, expected) => {
    expect(causeWords({ ...running, ...change })).toBe(expected);
  });

  it("has words for every cause", () => {
    expect(
      causeNames.map((cause) => causeWords({ ...running, cause })).filter((words) => words === ""),
    ).toEqual([]);
  });

  it.each([
    ["for as long as it lasted", { lasted_ms: 1_500 }, "for 1.5 s"],
    ["for as long as it has lasted", {}, "for 2 min 3 s until now"],
    ["without a word where it was over at once", { lasted_ms: 0 }, null],
    ["without a word where it began just now", { at: "2026-11-22T10:02:00Z" }, null],
    ["without a word where this machine's clock is behind", { at: "2026-11-22T11:00:00Z" }, null],
  ])("is told %s", (_title, change, expected) => {
    expect(lastedWords({ ...running, ...change }, now)).toBe(expected);
  });
});

describe("the bar", () => {
  const state = (id: number, name: SessionState["state"], lasted_ms: number | null): SessionState => ({
    ...running,
    id,
    state: name,
    lasted_ms,
  });

  it("goes from the oldest to the newest, and what looks alike is one stretch", () => {
    const newestFirst = [
      state(5, "asking", null),
      state(4, "running", 7),
      state(3, "held", 5),
      state(2, "queued", 2),
    ];
    const stretches = stretchesOf([...newestFirst, state(1, "archived", 0)], now);
    expect(stretches).toMatchObject([
      { id: 2, phase: "waiting", ms: 7 },
      { id: 4, phase: "running", ms: 7 },
      { id: 5, phase: "needs", ms: 123_000 },
    ]);
  });

  it("shows as many of the newest as fit it", () => {
    const many = Array.from({ length: 90 }, (_, n) => state(90 - n, n % 2 === 0 ? "running" : "failed", 1));
    const stretches = stretchesOf(many, now);
    expect([stretches.length, stretches[0]?.id, stretches.at(-1)?.id]).toEqual([60, 31, 90]);
  });

  it("says how long each phase was in all, the longest first", () => {
    const stretches = stretchesOf(
      [state(3, "failed", 9_000), state(2, "running", 4_000), state(1, "failed", 1_000)],
      now,
    );
    expect(sharesOf(stretches)).toEqual([
      { phase: "failed", words: "10.0 s" },
      { phase: "running", words: "4.0 s" },
    ]);
  });
});
