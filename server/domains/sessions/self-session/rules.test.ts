import { describe, expect, it } from "vitest";
import { decideOwnArchive } from "./rules.ts";
import { selfTokens } from "./token.ts";

describe("a session's own archive", () => {
  const asked = { job: 7, endTurnAt: 1_000, now: 999 };
  const running = { status: "running", jobId: null, runningJobId: 7 };
  const idle = { status: "needs_input", jobId: null, runningJobId: null };

  it.each([
    ["waits while the requesting turn runs", running, asked, "wait"],
    ["ends that turn after the deadline", running, { ...asked, now: 1_000 }, "archive"],
    ["happens as soon as the session is idle", idle, asked, "archive"],
    ["waits while that turn is retried", { status: "waiting", jobId: 7, runningJobId: null }, asked, "wait"],
    ["is dropped if another turn is running", { ...running, runningJobId: 8 }, asked, "drop"],
    [
      "is dropped if another turn is queued",
      { status: "waiting", jobId: 8, runningJobId: null },
      asked,
      "drop",
    ],
    ["is dropped for an archived session", { ...idle, status: "archived" }, asked, "drop"],
  ] as const)("%s", (_title, session, when, step) => {
    expect(decideOwnArchive(session, when)).toBe(step);
  });
});

describe("a session's token", () => {
  const tokens = selfTokens("a secret");
  const token = tokens.of(12);

  it("identifies its session", () => {
    expect(tokens.sessionOf(token)).toBe(12);
  });

  it.each([
    ["of another installation", selfTokens("another secret").of(12)],
    ["with another session's id", token.replace("_12_", "_13_")],
    ["cut short", token.slice(0, -1)],
    ["with something behind it", `${token}A`],
    ["that is empty", ""],
  ])("is invalid %s", (_title, wrong) => {
    expect(tokens.sessionOf(wrong)).toBeNull();
  });
});
