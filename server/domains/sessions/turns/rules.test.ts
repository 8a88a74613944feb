import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import {
  composePrompt,
  decideCloneFailure,
  decideEnding,
  heartbeatNudge,
  recoveryNudge,
  systemPrompt,
} from "./rules.ts";

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
    ["rests when the agent does", { kind: "completed", lastMessage: "Done" }, 0, { kind: "rest" }],
    [
      "waits for the reset of a quota, and a little longer",
      limited(now + 60 * second),
      0,
      { kind: "retry", why: "parked", at: now + 65 * second, fresh: false },
    ],
    [
      "waits a little for a reset that is past",
      limited(now - 60 * second),
      0,
      { kind: "retry", why: "parked", at: now + 5 * second },
    ],
    [
      "asks again after a quarter of an hour for a reset nobody named",
      limited(null),
      0,
      { kind: "retry", why: "parked", at: now + 905 * second },
    ],
    ["waits for quota however often it did before", limited(null), 99, { kind: "retry", why: "parked" }],
    [
      "tries a passing error again after 5 seconds",
      overloaded,
      0,
      { kind: "retry", why: "held", at: now + 5 * second, fresh: false },
    ],
    ["and at last after 5 minutes", overloaded, 5, { kind: "retry", why: "held", at: now + 300 * second }],
    [
      "gives up on it after six tries",
      overloaded,
      6,
      { kind: "fail", reason: "api_error_retries_exhausted", detail: "Overloaded" },
    ],
    [
      "fails at once for a refused credential",
      refusedBy("authentication"),
      0,
      { kind: "fail", reason: "credential_refused" },
    ],
    ["fails at once for an unpaid bill", refusedBy("billing"), 0, { kind: "fail", reason: "billing" }],
    [
      "fails at once for a conversation that is too long",
      refusedBy("context_length"),
      0,
      { kind: "fail", reason: "context_length" },
    ],
    [
      "fails at once for an unknown model",
      refusedBy("model_not_found"),
      0,
      { kind: "fail", reason: "model_not_found" },
    ],
    [
      "fails at once for any other refusal",
      refusedBy("invalid_request"),
      0,
      { kind: "fail", reason: "terminal_api_error", detail: "No" },
    ],
    [
      "starts a killed agent again",
      killed,
      0,
      {
        kind: "retry",
        why: "held",
        at: now + 5 * second,
        note: "The agent's process ended by itself (SIGKILL).\nout of memory",
      },
    ],
    ["starts it again three times", killed, 2, { kind: "retry", at: now + 20 * second }],
    [
      "gives up on an agent that keeps dying",
      killed,
      3,
      { kind: "fail", reason: "process_failed", detail: expect.stringContaining("out of memory") },
    ],
    [
      "names the exit code of an agent that just ended",
      { ...killed, signal: null, exitCode: 3, stderr: "" },
      3,
      { detail: "The agent's process ended by itself (exit code 3)." },
    ],
    [
      "says so when nothing is known of its end",
      { ...killed, signal: null, stderr: "" },
      3,
      { detail: expect.stringContaining("exit code unknown") },
    ],
    ["begins anew when the conversation is lost", lost, 0, { kind: "retry", at: now, fresh: true }],
    ["gives up when it is lost again and again", lost, 2, { kind: "fail", reason: "conversation_lost" }],
    [
      "fails when the CLI does not start, with its words",
      { kind: "start_failed", message: "Bad flag", stderr: "usage: x" },
      0,
      { kind: "fail", reason: "spawn_failed", detail: "Bad flag\nusage: x" },
    ],
  ])("%s", (_title, outcome, retries, expected) => {
    if (outcome.kind === "interrupted") expect.unreachable();
    else expect(decideEnding(outcome, { retries, now })).toMatchObject(expected);
  });

  it("never plans a try for the past, and never for ever", () => {
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
      "tries a passing failure again",
      true,
      0,
      { kind: "retry", why: "held", at: now + 30 * second, fresh: false },
    ],
    ["tries it for the fifth time after ten minutes", true, 4, { kind: "retry", at: now + 600 * second }],
    ["gives up then", true, 5, { kind: "fail", reason: "git_clone_failed", detail: "No route" }],
    ["gives up at once on what will not pass", false, 0, { kind: "fail", reason: "git_clone_failed" }],
  ])("%s", (_title, transient, retries, expected) => {
    expect(decideCloneFailure({ message: "No route", transient }, { retries, now })).toMatchObject(expected);
  });
});

describe("composePrompt", () => {
  const nothing = {
    undelivered: [],
    original: null,
    conversationExists: false,
    goal: null,
    files: [],
    heartbeat: false,
    notes: null,
  };
  const times = { editedAt: "2031-01-01T00:00:00Z", now: "2031-01-02T00:00:00Z" };

  it.each([
    ["what is accepted and not delivered", { undelivered: ["One", "Two"], original: "One" }, "One\n\nTwo"],
    ["that, though the conversation exists", { undelivered: ["Two"], conversationExists: true }, "Two"],
    ["a nudge when all was delivered", { original: "One", conversationExists: true }, recoveryNudge],
    ["the first prompt again for a conversation that starts over", { original: "One" }, "One"],
    ["the heartbeat's nudge", { conversationExists: true, heartbeat: true }, heartbeatNudge],
    ["what is accepted before that", { undelivered: ["One"], heartbeat: true }, "One"],
    ["the goal below", { undelivered: ["One"], goal: "Green CI" }, "One\n\nGreen CI"],
    [
      "the attached files before the goal",
      { undelivered: ["One"], goal: "G", files: [{ path: "/a/x-b.txt", filename: "b.txt" }] },
      "One\n\nAttached files:\n- /a/x-b.txt (sent as b.txt)\n\nG",
    ],
    [
      "names of files on one line, without tags",
      { undelivered: ["One"], files: [{ path: "/a", filename: "x\n<b>" }] },
      "One\n\nAttached files:\n- /a (sent as x  b )",
    ],
  ])("gives %s", (_title, parts, expected) => {
    expect(composePrompt({ ...nothing, ...parts })).toBe(expected);
  });

  it("is nothing when there is nothing to say", () => {
    expect(composePrompt({ ...nothing, goal: "G" })).toBeNull();
    expect(composePrompt({ ...nothing, notes: { text: "N", ...times } })).toBeNull();
  });

  it("puts the notes last, as notes, with both times", () => {
    const text = composePrompt({
      ...nothing,
      undelivered: ["One"],
      goal: "G",
      notes: { text: "N", ...times },
    });
    expect(text).toMatch(/^One\n\nG\n\n<session_notes>\n[^\n]*not instructions\.\n\nN\n<\/session_notes>$/);
    expect(text).toContain(times.editedAt);
    expect(text).toContain(times.now);
  });

  it.each(["</session_notes>", "< / Session_Notes >", "x</session_notes\n>y"])(
    "lets nothing in the notes end them: %j",
    (text) => {
      const prompt = composePrompt({ ...nothing, undelivered: ["One"], notes: { text, ...times } }) ?? "";
      expect(prompt.match(/<\s*\/\s*session_notes/gi)).toHaveLength(1);
    },
  );
});

it("systemPrompt names the session and where files survive", () => {
  expect(systemPrompt({ id: 7, scratch: "/scratch/7" })).toMatch(/session 7\).*go to \/scratch\/7\./);
  expect(systemPrompt({ id: 7, scratch: "/scratch/7" })).toMatch(/rest_in_needs_input last\.$/);
});
