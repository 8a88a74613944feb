import { describe, expect, it } from "vitest";
import { type AgentRecord, decideOutcome } from "./outcome.ts";

const rested: AgentRecord = {
  interrupted: false,
  refusal: null,
  accepted: true,
  settled: true,
  answer: { stopReason: "stop", errorMessage: null, text: "done" },
  exit: { code: 0, signal: null, stderr: "" },
};
const failed = { stopReason: "error", errorMessage: "This operation was aborted", text: "" };
const noAnswer = { settled: false, answer: null };

describe("decideOutcome", () => {
  it.each<[string, Partial<AgentRecord>, object]>([
    ["completes with the last words", {}, { kind: "completed", lastMessage: "done" }],
    [
      "completes without words when no model was asked",
      { answer: null },
      { kind: "completed", lastMessage: null },
    ],
    [
      "believes our own interrupt before pi's error",
      { interrupted: true, answer: failed },
      { kind: "interrupted" },
    ],
    ["takes the failed call's reason", { answer: failed }, { kind: "api_error" }],
    [
      "reports a signal",
      { ...noAnswer, exit: { code: null, signal: "SIGKILL", stderr: "" } },
      { kind: "killed", signal: "SIGKILL" },
    ],
    [
      "sees a signal that pi turned into an exit code",
      { ...noAnswer, accepted: false, exit: { code: 143, signal: null, stderr: "" } },
      { kind: "killed", signal: "SIGTERM", exitCode: 143 },
    ],
    [
      "calls a silent end in the middle a kill",
      { ...noAnswer, exit: { code: 1, signal: null, stderr: "boom" } },
      { kind: "killed", signal: null, exitCode: 1, stderr: "boom" },
    ],
    [
      "finds the reason of a failed start in stderr",
      {
        ...noAnswer,
        accepted: false,
        exit: { code: 1, signal: null, stderr: '\u001b[31mError: Unknown provider "x".\u001b[39m' },
      },
      { kind: "start_failed", message: 'Unknown provider "x".' },
    ],
    [
      "asks for a login when there is none",
      { ...noAnswer, accepted: false, refusal: "No API key found for openrouter.\n\nUse /login" },
      { kind: "api_error", error: "authentication", retryable: false },
    ],
    [
      "does not run another model than the requested one",
      { ...noAnswer, accepted: false, refusal: "Unknown model a/b: pi would use a/bc instead." },
      { kind: "api_error", error: "model_not_found" },
    ],
  ])("%s", (_title, change, expected) => {
    expect(decideOutcome({ ...rested, ...change }, 0)).toMatchObject(expected);
  });
});
