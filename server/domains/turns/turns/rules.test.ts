import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import { decideCloneFailure, decideEnding, type Ending } from "./rules.ts";
import { text } from "./text.ts";
import { unknownResets } from "./unknown-resets.ts";

/** The ending with its sentences, as it is stored. */
function worded(ending: Ending): object {
  if (ending.kind === "fail") return { ...ending, detail: text.failure(ending.problem) };
  return ending.kind === "retry" ? { ...ending, note: text.delay(ending.problem) } : ending;
}

const now = 1_000_000;
const second = 1_000;

const overloaded: AgentOutcome = {
  kind: "api_error",
  error: "overloaded",
  status: 529,
  message: "Overloaded",
  retryable: true,
};
const refusedBy = (
  error: "authentication" | "billing" | "context_length" | "model_not_found" | "invalid_request",
) => ({ kind: "api_error", error, status: 400, message: "No", retryable: false }) satisfies AgentOutcome;
const killed: AgentOutcome = { kind: "killed", signal: "SIGKILL", exitCode: null, stderr: "out of memory" };
const lost: AgentOutcome = { kind: "conversation_lost", message: "No such session" };
const limited = (resetAt: number | null): AgentOutcome => ({
  kind: "rate_limited",
  resetAt,
  message: "5 hours used",
});

describe("decideEnding", () => {
  it.each<[string, AgentOutcome, number, object]>([
    [
      "leaves the session idle when the agent completes",
      { kind: "completed", lastMessage: "Done" },
      0,
      { kind: "rest" },
    ],
    [
      "waits for the reset of a quota",
      limited(now + 60 * second),
      0,
      { kind: "retry", why: "parked", at: now + 60 * second, fresh: false },
    ],
    [
      "waits a second for a reset in the past, so that it is no loop",
      limited(now - 60 * second),
      0,
      { kind: "retry", why: "parked", at: now + second },
    ],
    [
      "retries after 15 seconds when the reset is unknown",
      limited(null),
      0,
      { kind: "retry", why: "parked", at: now + 15 * second },
    ],
    ["waits for quota without a limit on retries", limited(null), 99, { kind: "retry", why: "parked" }],
    [
      "retries a temporary error after 5 seconds",
      overloaded,
      0,
      { kind: "retry", why: "held", at: now + 5 * second, fresh: false },
    ],
    [
      "retries a temporary error for the last time after 5 minutes",
      overloaded,
      5,
      { kind: "retry", why: "held", at: now + 300 * second },
    ],
    [
      "gives up on a temporary error after six retries",
      overloaded,
      6,
      { kind: "fail", reason: "api_error_retries_exhausted", detail: "Overloaded" },
    ],
    [
      "fails immediately for a refused credential",
      refusedBy("authentication"),
      0,
      { kind: "fail", reason: "credential_refused" },
    ],
    ["fails immediately for an unpaid bill", refusedBy("billing"), 0, { kind: "fail", reason: "billing" }],
    [
      "fails immediately for a conversation that is too long",
      refusedBy("context_length"),
      0,
      { kind: "fail", reason: "context_length" },
    ],
    [
      "fails immediately for an unknown model",
      refusedBy("model_not_found"),
      0,
      { kind: "fail", reason: "model_not_found" },
    ],
    [
      "fails immediately for any other refusal",
      refusedBy("invalid_request"),
      0,
      { kind: "fail", reason: "terminal_api_error", detail: "No" },
    ],
    [
      "restarts a killed agent",
      killed,
      0,
      {
        kind: "retry",
        why: "held",
        at: now + 5 * second,
        note: "The agent process exited unexpectedly (SIGKILL).\nout of memory",
      },
    ],
    ["restarts a killed agent up to three times", killed, 2, { kind: "retry", at: now + 20 * second }],
    [
      "gives up on an agent that keeps dying",
      killed,
      3,
      { kind: "fail", reason: "process_failed", detail: expect.stringContaining("out of memory") },
    ],
    [
      "names the exit code of an agent that exited",
      { ...killed, signal: null, exitCode: 3, stderr: "" },
      3,
      { detail: "The agent process exited unexpectedly (exit code 3)." },
    ],
    [
      "says that the exit code is unknown",
      { ...killed, signal: null, stderr: "" },
      3,
      { detail: expect.stringContaining("exit code unknown") },
    ],
    ["starts a new conversation when the old one is lost", lost, 0, { kind: "retry", at: now, fresh: true }],
    [
      "gives up when the conversation is lost three times",
      lost,
      2,
      { kind: "fail", reason: "conversation_lost" },
    ],
    [
      "fails with the CLI's output when it does not start",
      { kind: "start_failed", message: "Bad flag", stderr: "usage: x" },
      0,
      { kind: "fail", reason: "spawn_failed", detail: "Bad flag\nusage: x" },
    ],
  ])("%s", (_title, outcome, retries, expected) => {
    if (outcome.kind === "interrupted") expect.unreachable();
    else expect(worded(decideEnding(outcome, { retries, now }))).toMatchObject(expected);
  });

  it("waits longer each time a limit does not say when it ends, up to 15 minutes", () => {
    const resets = unknownResets();
    const waits = Array.from({ length: 8 }, () => {
      const ending = decideEnding(limited(null), {
        retries: 0,
        unknownResets: resets(1, limited(null)),
        now,
      });
      return ending.kind === "retry" ? (ending.at - now) / second : null;
    });
    expect(waits).toEqual([15, 30, 60, 120, 300, 900, 900, 900]);
    expect(resets(2, limited(null))).toBe(0);
    expect(resets(1, { kind: "completed", lastMessage: "Done" })).toBe(8);
    expect(resets(1, limited(null))).toBe(0);
  });

  it("never plans a retry in the past, and fails only after a retry", () => {
    const outcomes = fc.constantFrom(overloaded, killed, lost, limited(now - 9), limited(null));
    fc.assert(
      fc.property(outcomes, fc.nat(50), (outcome, retries) => {
        if (outcome.kind === "interrupted") return;
        const ending = decideEnding(outcome, { retries, now });
        if (ending.kind === "retry") expect(ending.at).toBeGreaterThanOrEqual(now);
        else expect(retries).toBeGreaterThan(0);
      }),
    );
  });
});

describe("decideCloneFailure", () => {
  it.each([
    [
      "retries a temporary failure",
      true,
      0,
      { kind: "retry", why: "held", at: now + 30 * second, fresh: false },
    ],
    ["retries it for the fifth time after ten minutes", true, 4, { kind: "retry", at: now + 600 * second }],
    [
      "gives up after five retries",
      true,
      5,
      { kind: "fail", reason: "git_clone_failed", detail: "No route" },
    ],
    ["gives up immediately on a permanent failure", false, 0, { kind: "fail", reason: "git_clone_failed" }],
  ])("%s", (_title, transient, retries, expected) => {
    const ending = decideCloneFailure({ message: "No route", transient, silent: false }, { retries, now });
    expect(worded(ending)).toMatchObject(expected);
  });

  it.each([
    ["retries once", 0, { kind: "retry", at: now + 30 * second }],
    ["then gives up", 1, { kind: "fail", reason: "git_clone_failed", detail: "It said nothing" }],
  ])("of a silent server %s", (_title, retries, expected) => {
    const error = { message: "It said nothing", transient: true, silent: true };
    expect(worded(decideCloneFailure(error, { retries, now }))).toMatchObject(expected);
  });
});
