import { describe, expect, it } from "vitest";
import { sessionPasses } from "../../../lib/session-passes.ts";
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
  const passesWith = (...holders: readonly number[]) => {
    const passes = sessionPasses();
    for (const sessionId of holders) passes.open({ sessionId, turnId: 3 });
    return passes;
  };
  const tokens = selfTokens(passesWith(12, 13));
  const token = tokens.of(12);

  it("identifies its session's running turn", () => {
    expect(tokens.holderOf(token)).toMatchObject({ sessionId: 12, turnId: 3 });
  });

  it.each([
    ["of another start of the service", selfTokens(passesWith(12)).of(12)],
    ["with another session's id", token.replace("_12_", "_13_")],
    ["of a session that does not run", token.replace("_12_", "_14_")],
    ["cut short", token.slice(0, -1)],
    ["with something behind it", `${token}A`],
    ["that is empty", ""],
  ])("is invalid %s", (_title, wrong) => {
    expect(tokens.holderOf(wrong)).toBeNull();
  });

  it("lasts as long as its pass, while another pass of the session is open too", () => {
    const passes = passesWith();
    const [turn, later] = [1, 2].map((turnId) => {
      const pass = passes.open({ sessionId: 12, turnId });
      return { pass, token: selfTokens(passes).of(12) };
    });
    turn?.pass.close();
    expect(selfTokens(passes).holderOf(turn?.token ?? "")).toBeNull();
    expect(selfTokens(passes).holderOf(later?.token ?? "")).toMatchObject({ turnId: 2 });
  });
});
