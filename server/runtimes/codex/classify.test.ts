import { describe, expect, it } from "vitest";
import { classifyExit, classifyFailure, classifyRefusal } from "./classify.ts";
import type { QuotaWindow } from "./quota.ts";
import { quotaWindows } from "./quota.ts";

const fiveHours: QuotaWindow = { name: "five_hour", utilization: 1, resetAt: 1_795_269_143_000 };
const sevenDays: QuotaWindow = { name: "seven_day", utilization: 0.6, resetAt: 1_795_783_943_000 };
const usedUp =
  "You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage or try again at 1:52 PM.";
const unpaid = "Quota exceeded. Check your plan and billing details.";
const body = (fields: object) => JSON.stringify({ error: { param: null, code: null, ...fields } });

describe("a failed turn", () => {
  const failures: [string, unknown, string, object][] = [
    [
      "a connection refused by status",
      { httpConnectionFailed: { httpStatusCode: 403 } },
      "unexpected status 403",
      { error: "authentication", status: 403, retryable: false },
    ],
    [
      "an unknown model",
      { httpConnectionFailed: { httpStatusCode: 404 } },
      "unexpected status 404 Not Found: The model does not exist",
      { error: "model_not_found", status: 404, retryable: false },
    ],
    [
      "an unknown path",
      { httpConnectionFailed: { httpStatusCode: 404 } },
      "unexpected status 404 Not Found",
      { error: "invalid_request", status: 404, retryable: false },
    ],
    [
      "too many requests",
      { responseTooManyFailedAttempts: { httpStatusCode: 429 } },
      "exceeded retry limit",
      { error: "overloaded", status: 429, retryable: true },
    ],
    [
      "an overload by number",
      { httpConnectionFailed: { httpStatusCode: 529 } },
      "unexpected status 529",
      { error: "overloaded", status: 529, retryable: true },
    ],
    [
      "an overload by name",
      "serverOverloaded",
      "busy",
      { error: "overloaded", status: null, retryable: true },
    ],
    ["a server error", "internalServerError", "high demand", { error: "server_error", retryable: true }],
    [
      "a cut stream",
      { responseStreamDisconnected: { httpStatusCode: null } },
      "stream disconnected",
      { error: "network", status: null, retryable: true },
    ],
    [
      "a full context",
      "contextWindowExceeded",
      "ran out of room",
      { error: "context_length", retryable: false },
    ],
    [
      "a full context in a 400",
      "other",
      body({ message: "too long", code: "context_length_exceeded" }),
      { error: "context_length", status: 400, message: "too long" },
    ],
    [
      "a bad request",
      "other",
      body({ message: "bad thing", type: "invalid_request_error" }),
      { error: "invalid_request", status: 400, message: "bad thing", retryable: false },
    ],
    ["no login", "unauthorized", "log in again", { error: "authentication", retryable: false }],
    ["a code of a later version", "somethingNew", "odd", { error: "unknown", retryable: false }],
    ["no code at all", null, "odd", { error: "unknown", status: null, message: "odd" }],
  ];
  it.each(failures)("is classified: %s", (_name, codexErrorInfo, message, expected) => {
    const outcome = classifyFailure({ codexErrorInfo, message }, []);
    expect(outcome).toMatchObject({ kind: "api_error", ...expected });
  });

  const limits: [string, string, QuotaWindow[], object][] = [
    ["the full window's reset", usedUp, [fiveHours, sevenDays], { resetAt: fiveHours.resetAt }],
    [
      "the later of two full windows",
      usedUp,
      [fiveHours, { ...sevenDays, utilization: 1 }],
      { resetAt: sevenDays.resetAt },
    ],
    ["no time when none is known", usedUp, [], { resetAt: null }],
  ];
  it.each(limits)("by a used-up subscription names %s", (_name, message, windows, expected) => {
    const outcome = classifyFailure({ codexErrorInfo: "usageLimitExceeded", message }, windows);
    expect(outcome).toEqual({ kind: "rate_limited", message, ...expected });
  });

  it("because of an unpaid account is not a limit that resets", () => {
    const outcome = classifyFailure({ codexErrorInfo: "usageLimitExceeded", message: unpaid }, []);
    expect(outcome).toMatchObject({ kind: "api_error", error: "billing", retryable: false });
  });
});

const refusals: [string, string][] = [
  ["no rollout found for thread id 01a1fe29-7ef4-7761-b6ca-e31f28dd8b5c", "conversation_lost"],
  ["invalid session id: invalid character", "conversation_lost"],
  // The CLI was killed before the first line of the file was complete.
  [
    "failed to read thread: thread-store internal error: failed to read session metadata /h/rollout-1.jsonl: rollout at /h/rollout-1.jsonl is empty",
    "conversation_lost",
  ],
  ["thread 01a1fe2a already has an active writer", "start_failed"],
  ["unknown model provider", "start_failed"],
];
it.each(refusals)("classifies a refused thread by its sentence: %s", (message, kind) => {
  expect(classifyRefusal({ kind: "error", code: -32_600, message }, "")).toMatchObject({ kind });
});

it("an exit before the turn is a failed start, unless a signal caused it", () => {
  expect(classifyExit({ code: 2, signal: null, stderr: "bad flag" }, false)).toMatchObject({
    kind: "start_failed",
    stderr: "bad flag",
  });
  expect(classifyExit({ code: null, signal: "SIGKILL", stderr: "" }, false)).toMatchObject({
    kind: "killed",
  });
  expect(classifyExit({ code: 0, signal: null, stderr: "" }, true)).toMatchObject({ kind: "killed" });
});

it("reads the windows of a rate limit notification in milliseconds and shares", () => {
  const primary = { usedPercent: 40, windowDurationMins: 300, resetsAt: 1_795_265_565 };
  const secondary = { usedPercent: 10, windowDurationMins: 1440, resetsAt: null };
  expect(quotaWindows({ rateLimits: { primary, secondary } })).toEqual([
    { name: "five_hour", utilization: 0.4, resetAt: 1_795_265_565_000 },
    { name: "1440_minutes", utilization: 0.1, resetAt: null },
  ]);
  expect(quotaWindows({ rateLimits: { primary: null, secondary: null } })).toEqual([]);
});
