import { describe, expect, it } from "vitest";
import { entryOf, type StateColumns, stateOf } from "./rules.ts";

const atRest: StateColumns = {
  status: "needs_input",
  waitingKind: null,
  blockedOnElicitation: false,
  failureReason: null,
  failureDetail: null,
};
const running: StateColumns = { ...atRest, status: "running" };
const held: StateColumns = { ...atRest, status: "waiting", waitingKind: "held" };

describe("the state of a session", () => {
  it.each([
    ["what waiting means", held, "held"],
    ["that nothing was ever queued", { ...held, waitingKind: null }, "idle"],
    ["that its agent asks something", { ...atRest, blockedOnElicitation: true }, "asking"],
    ["its status otherwise", running, "running"],
  ] as const)("is %s", (_title, standing, expected) => {
    expect(stateOf(standing)).toBe(expected);
  });
});

describe("the history entry of a change", () => {
  it("is null if the state stays the same", () => {
    expect(entryOf(running, running, { kind: "turn_started" })).toBeNull();
    expect(entryOf(held, { ...held, failureDetail: "Again" }, { kind: "turn_postponed" })).toBeNull();
  });

  it("is why a turn was queued, if known", () => {
    const queued = { ...held, waitingKind: "queued" } as const;
    const entry = { state: "queued", detail: null };
    expect(entryOf(atRest, queued, { kind: "turn_queued", cause: "follow_up" })).toEqual({
      ...entry,
      cause: "follow_up",
    });
    expect(entryOf(atRest, queued, { kind: "turn_queued" })).toEqual({ ...entry, cause: "turn_queued" });
  });

  it("is who did it", () => {
    expect(entryOf(running, atRest, { kind: "paused", by: "Ada" })).toEqual({
      state: "needs_input",
      cause: "paused",
      detail: "Ada",
    });
  });

  it("is the reason of a failure", () => {
    const failed = { ...running, status: "failed", failureReason: "git_clone_failed" } as const;
    expect(entryOf(running, failed, { kind: "turn_failed" })?.detail).toBe("git_clone_failed");
  });

  it.each([
    ["the first line", "\n Out of quota: wait \nmore", "Out of quota: wait"],
    ["no more than fits a line", "x".repeat(201), `${"x".repeat(199)}…`],
    ["all that just fits", "x".repeat(200), "x".repeat(200)],
    ["nothing where nothing is said", " \n", null],
  ])("is %s of what it waits for", (_title, failureDetail, expected) => {
    expect(entryOf(running, { ...held, failureDetail }, { kind: "turn_postponed" })?.detail).toBe(expected);
  });
});
