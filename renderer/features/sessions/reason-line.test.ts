import { describe, expect, it } from "vitest";
import { attentionLine, failureText, reasonLine, waitingText } from "./reason-line.ts";
import { someSession } from "./session.test-data.ts";

describe("waitingText", () => {
  const waiting = {
    cloning: null,
    deliberate_sleep_at: null,
    job_id: null,
    failure_detail: null,
    prompt: "Do it",
  };

  it.each([
    [
      "a session that sleeps",
      { ...waiting, deliberate_sleep_at: "2026-01-01T00:00:00Z" },
      "Asleep until you send a message",
    ],
    [
      "a clone that arrives",
      {
        ...waiting,
        job_id: "4",
        cloning: { step: "receiving" as const, percent: 43, since: "2026-01-01T00:00:00Z" },
      },
      "Cloning, 43 %",
    ],
    ["a queued turn", { ...waiting, job_id: "4" }, "A turn is queued"],
    [
      "a turn that is retried",
      { ...waiting, job_id: "4", failure_detail: "\nOut of quota: wait\nmore" },
      "Out of quota: wait",
    ],
    ["a session without a prompt", { ...waiting, prompt: null }, "Not started: no prompt yet"],
  ])("describes %s", (_title, session, expected) => {
    expect(waitingText(session)).toBe(expected);
  });
});

describe("reasonLine", () => {
  it("joins why it failed and the first line of the detail", () => {
    const session = someSession({
      status: "failed",
      failure_reason: "git_clone_failed",
      failure_detail: "fatal: no such repository\nhint",
    });
    expect(reasonLine(session)).toBe("The repository could not be cloned: fatal: no such repository");
  });

  it("is null if the status says enough", () => {
    expect(reasonLine(someSession({ status: "running" }))).toBeNull();
  });
});

it("turns an unknown failure code into words", () => {
  expect(failureText("moon_in_the_way")).toBe("Moon in the way");
});

it("says what a session asks, or what its agent said last, or why it waits", () => {
  const line = (kind: "question" | "review" | "failed", said: string | null) =>
    attentionLine(someSession({ attention: { kind, reason: "Why", said, since: "", corrected: false } }));
  expect(line("question", "Two ways are open.")).toBe("Why");
  expect(line("review", "Fixed it.")).toBe("Fixed it.");
  expect(line("review", null)).toBe("Why");
  expect(attentionLine(someSession({ status: "failed" }))).toBeNull();
});
