import { describe, expect, it } from "vitest";
import { classify, type Stop } from "./classify.ts";
import { readMessage } from "./protocol.ts";
import { type AgentRecord, decidePause, freshRecord, isHopeless, limitEnd, observe } from "./record.ts";

type Line = Record<string, unknown>;

const init = { type: "system", subtype: "init", apiKeySource: "ANTHROPIC_API_KEY", mcp_servers: [] };
const tokenInit = { ...init, apiKeySource: "none" };
const running = { type: "system", subtype: "session_state_changed", state: "running" };
const idle = { type: "system", subtype: "session_state_changed", state: "idle" };
const tasks = (count: number) => ({
  type: "system",
  subtype: "background_tasks_changed",
  tasks: Array.from({ length: count }, (_, index) => ({ task_id: String(index) })),
});
const said = (text: string) => ({
  stop_reason: "end_turn",
  is_error: false,
  subtype: "success",
  terminal_reason: "completed",
  api_error_status: null,
  result: text,
  type: "result",
});
const failed = (text: string, more: Line) => ({
  type: "assistant",
  message: { model: "<synthetic>", content: [{ type: "text", text }] },
  parent_tool_use_id: null,
  is_api_error_message: true,
  ...more,
});
const refused = (text: string, more: Line = {}) => ({
  is_error: true,
  subtype: "success",
  terminal_reason: "api_error",
  api_error_status: null,
  result: text,
  type: "result",
  ...more,
});
const retry = (error: string, attempt = 1) => ({
  type: "system",
  subtype: "api_retry",
  attempt,
  max_retries: 10,
  retry_delay_ms: 525,
  error_status: 401,
  error,
});

function recordOf(lines: readonly Line[]): AgentRecord {
  return lines
    .map(readMessage)
    .reduce((record, message) => (message ? observe(record, message) : record), freshRecord);
}

function outcomeOf(
  lines: readonly Line[],
  more: { stop?: Stop; code?: number | null; signal?: string; stderr?: string; resumed?: boolean } = {},
) {
  const { stop = null, code = 0, signal = null, stderr = "", resumed = false } = more;
  return classify({ record: recordOf(lines), stop, exit: { code, signal, stderr }, resumed });
}

describe("an API error", () => {
  const apiError = (error: string, status: number | null, retryable: boolean) => ({
    kind: "api_error",
    error,
    status,
    message: "words",
    retryable,
  });

  it.each<[string, Line, Line, object]>([
    [
      "401",
      { error: "authentication_failed", api_error_status: 401 },
      { api_error_status: 401 },
      apiError("authentication", 401, false),
    ],
    ["no person signed in", { error: "authentication_failed" }, {}, apiError("authentication", null, false)],
    [
      "an organisation without access",
      { error: "oauth_org_not_allowed", api_error_status: 403 },
      { api_error_status: 403 },
      apiError("authentication", 403, false),
    ],
    [
      "402",
      { error: "billing_error", api_error_status: 402 },
      { api_error_status: 402 },
      apiError("billing", 402, false),
    ],
    [
      "400, which the CLI calls unknown",
      { error: "unknown", api_error_status: 400 },
      { api_error_status: 400 },
      apiError("invalid_request", 400, false),
    ],
    [
      "404",
      { error: "model_not_found", api_error_status: 404 },
      { api_error_status: 404 },
      apiError("model_not_found", 404, false),
    ],
    [
      "500",
      { error: "server_error", api_error_status: 500 },
      { api_error_status: 500 },
      apiError("server_error", 500, true),
    ],
    [
      "529, which the CLI calls a server error",
      { error: "server_error", api_error_status: 529 },
      { api_error_status: 529 },
      apiError("overloaded", 529, true),
    ],
    [
      "a refused connection",
      { error: "server_error", api_error: "connection_failed" },
      {},
      apiError("network", null, true),
    ],
    ["an answer that makes no sense", { error: "unknown" }, {}, apiError("unknown", null, true)],
    [
      "a prompt that is too long",
      { error: "invalid_request", api_error_status: 400 },
      { api_error_status: 400, terminal_reason: "prompt_too_long" },
      apiError("context_length", 400, false),
    ],
  ])("%s", (_title, assistant, result, expected) => {
    expect(
      outcomeOf([running, init, failed("words", assistant), refused("words", result), idle], { code: 1 }),
    ).toEqual(expected);
  });

  it("of a subagent is not an error of the turn", () => {
    const child = { ...failed("words", { error: "server_error" }), parent_tool_use_id: "toolu_1" };
    expect(outcomeOf([init, child, said("done"), idle])).toEqual({ kind: "completed", lastMessage: "done" });
  });
});

describe("a limit", () => {
  const limit = { error: "rate_limit", api_error_status: 429 };

  it("of a subscription has an end", () => {
    const params = {
      rate_limit_info: { status: "rejected", resetsAt: 1_795_269_297, rateLimitType: "five_hour" },
    };
    const lines = [
      tokenInit,
      failed("words", { ...limit, api_error: "usage_limit_reached", api_error_params: params }),
      refused("You've hit your 5-hour limit", { api_error_status: 429 }),
      idle,
    ];
    expect(outcomeOf(lines, { code: 1 })).toEqual({
      kind: "rate_limited",
      resetAt: 1_795_269_297_000,
      message: "You've hit your 5-hour limit",
    });
  });

  it("takes its end from the account's last rejection if the error has none", () => {
    const rejected = {
      type: "rate_limit_event",
      rate_limit_info: { status: "rejected", resetsAt: 1_795_000_000, rateLimitType: "seven_day" },
    };
    expect(outcomeOf([tokenInit, rejected, failed("words", limit), refused("words"), idle])).toMatchObject({
      resetAt: 1_795_000_000_000,
    });
  });

  it("of a key has no known end", () => {
    expect(
      outcomeOf([init, failed("words", limit), refused("words", { api_error_status: 429 }), idle]),
    ).toMatchObject({ kind: "rate_limited", resetAt: null });
  });
});

describe("a turn that finished", () => {
  it("is completed with any exit code", () => {
    expect(outcomeOf([init, said("done"), idle], { code: 1 })).toEqual({
      kind: "completed",
      lastMessage: "done",
    });
  });

  it("keeps the last message when a background task's wake-up ends without one", () => {
    const lines = [init, tasks(1), said("parent done"), tasks(0), init, said(""), idle];
    expect(outcomeOf(lines)).toEqual({ kind: "completed", lastMessage: "parent done" });
  });

  it("is completed if we only ended its background work", () => {
    const lines = [init, tasks(1), said("server is up"), idle];
    expect(outcomeOf(lines, { stop: { reason: "background_limit" }, code: 143 })).toEqual({
      kind: "completed",
      lastMessage: "server is up",
    });
  });
});

describe("a turn that was ended", () => {
  const aborted = refused("", { subtype: "error_during_execution", terminal_reason: "aborted_tools" });

  it("by us is interrupted", () => {
    expect(outcomeOf([init, aborted, idle], { stop: { reason: "interrupt" }, code: 1 })).toEqual({
      kind: "interrupted",
    });
  });

  it.each([
    ["SIGTERM while it worked", [init], { code: 143 }, { kind: "killed", signal: "SIGTERM", exitCode: 143 }],
    [
      "SIGKILL",
      [init],
      { code: null, signal: "SIGKILL" },
      { kind: "killed", signal: "SIGKILL", exitCode: null },
    ],
    ["SIGINT without a result, exit 0", [init], { code: 0 }, { kind: "killed", signal: null, exitCode: 0 }],
    ["SIGINT in a tool", [init, aborted, idle], { code: 0 }, { kind: "killed", signal: null, exitCode: 0 }],
    [
      "SIGTERM while background work ran",
      [init, tasks(1), said("started"), idle],
      { code: 143 },
      { kind: "killed", signal: "SIGTERM" },
    ],
    ["SIGTERM before it began", [], { code: 143 }, { kind: "killed", signal: "SIGTERM" }],
  ])("by someone else's %s is killed", (_title, lines, exit, expected) => {
    expect(outcomeOf(lines, exit)).toMatchObject(expected);
  });

  it("because of a wrong key is an authentication error", () => {
    const stop: Stop = { reason: "hopeless", status: 401 };
    expect(outcomeOf([init, retry("authentication_failed")], { stop, code: 143 })).toMatchObject({
      kind: "api_error",
      error: "authentication",
      status: 401,
      retryable: false,
    });
  });
});

describe("a turn that never started", () => {
  it("has lost its conversation when the CLI answers a resume without a model", () => {
    const errors = ["No conversation found with session ID: x"];
    const lines = [refused("", { subtype: "error_during_execution", terminal_reason: null, errors })];
    expect(outcomeOf(lines, { resumed: true, code: 1 })).toEqual({
      kind: "conversation_lost",
      message: errors[0],
    });
  });

  it("failed to start, with the CLI's last output", () => {
    const stderr = "warning\nError: Session ID x is already in use.";
    expect(outcomeOf([], { code: 1, stderr })).toEqual({
      kind: "start_failed",
      message: "Error: Session ID x is already in use.",
      stderr,
    });
  });
});

describe("decidePause", () => {
  it.each<[string, Line[], string]>([
    ["continues while the agent works", [running, init], "none"],
    ["continues until the CLI is idle", [running, init, said("done")], "none"],
    ["ends when the CLI is idle", [running, init, said("done"), idle], "close"],
    ["waits for a background shell", [running, init, tasks(1), said("done"), idle], "background"],
    [
      "waits for a background agent, during which the CLI is not idle",
      [running, init, tasks(1), said("done")],
      "background",
    ],
    ["gives the CLI time to wake the agent", [running, init, tasks(1), said("done"), idle, tasks(0)], "wake"],
    [
      "continues when the agent is woken",
      [running, init, tasks(1), said("done"), idle, tasks(0), running],
      "none",
    ],
    [
      "continues while the agent works beside a background task",
      [running, init, tasks(1), said("x"), tasks(2), init, running],
      "none",
    ],
  ])("%s", (_title, lines, expected) => {
    const last = readMessage(lines.at(-1) ?? {});
    expect(last && decidePause(recordOf(lines), last)).toBe(expected);
  });
});

describe("isHopeless", () => {
  it.each<[string, Line[], boolean]>([
    ["a refused key at the first try", [init, retry("authentication_failed")], true],
    ["a refused token may be refreshed", [tokenInit, retry("authentication_failed", 2)], false],
    ["a token refused three times", [tokenInit, retry("authentication_failed", 3)], true],
    ["a server error passes", [init, retry("server_error")], false],
  ])("%s", (_title, lines, expected) => {
    const last = readMessage(lines.at(-1) ?? {});
    expect(last && isHopeless(recordOf(lines), last)).toBe(expected);
  });
});

describe("a limit that the CLI would wait out", () => {
  const retry = (delay: number, error = "rate_limit") => {
    const line = {
      type: "system",
      subtype: "api_retry",
      attempt: 1,
      error_status: 429,
      retry_delay_ms: delay,
      error,
    };
    const message = readMessage(line);
    return message && limitEnd(message, 1_000_000);
  };

  it.each([
    ["is left to it for a few seconds", 6_000, null],
    ["ends a fifth earlier at the earliest, since it waits that much longer", 51_600, 1_043_000],
  ])("%s", (_title, delay, until) => {
    expect(retry(delay)).toBe(until);
  });

  it("is no limit when the provider is overloaded", () => {
    expect(retry(60_000, "overloaded")).toBeNull();
  });

  it("ends the turn with the moment at which it can go on", () => {
    expect(
      outcomeOf([init, running], { stop: { reason: "limited", until: 43_000 }, code: 143 }),
    ).toMatchObject({
      kind: "rate_limited",
      resetAt: 43_000,
      estimated: true,
    });
  });
});
