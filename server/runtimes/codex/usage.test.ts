import { describe, expect, it } from "vitest";
import { noContext } from "../model-call.ts";
import { codexUsage } from "./usage.ts";

const head = { type: "session_meta", payload: { id: "thread-1" } };
const turn = (model: string) => ({ type: "turn_context", payload: { model } });
const record = (second: number) => ({
  type: "token_usage_record",
  timestamp: `2026-03-01T12:00:0${second}.000Z`,
  payload: {
    usage: { input_tokens: 100, cached_input_tokens: 60, cache_write_input_tokens: 10, output_tokens: 7 },
  },
});

function read(lines: readonly unknown[]) {
  let context = noContext;
  return lines.flatMap((line) => {
    const found = codexUsage(line, context);
    ({ context } = found);
    return found.call === null ? [] : [found.call];
  });
}

describe("a call of Codex", () => {
  it("does not count cached tokens as input (R180)", () => {
    expect(read([head, turn("gpt-6-sol"), record(1)])).toEqual([
      {
        requestId: "codex:thread-1:2026-03-01T12:00:01.000Z",
        model: "gpt-6-sol",
        calledAt: Date.UTC(2026, 2, 1, 12, 0, 1),
        inputTokens: 30,
        outputTokens: 7,
        cacheReadTokens: 60,
        cacheCreationTokens: 10,
        cacheCreation1hTokens: null,
        webSearchRequests: 0,
      },
    ]);
  });

  it("has the model of its turn", () => {
    const calls = read([head, turn("gpt-6-sol"), record(1), turn("gpt-6-luna"), record(2), record(3)]);
    expect(calls.map(({ model }) => model)).toEqual(["gpt-6-sol", "gpt-6-luna", "gpt-6-luna"]);
  });

  it("has a number if several calls have the same time, in the file's order (R180)", () => {
    const ids = read([head, turn("gpt-6-sol"), record(1), record(1), record(2)]).map(
      ({ requestId }) => requestId,
    );
    expect(ids.map((id) => id.slice("codex:thread-1:2026-03-01T12:00:".length))).toEqual([
      "01.000Z",
      "01.000Z#2",
      "02.000Z",
    ]);
  });

  it("uses the first head: a subagent's rollout has its parent's after its own", () => {
    const parent = { type: "session_meta", payload: { id: "thread-0" } };
    expect(read([head, parent, turn("gpt-6-sol"), record(1)])[0]?.requestId).toMatch(/^codex:thread-1:/);
  });

  it("that a fork of an earlier version copied has the key that it has in the conversation it came from", () => {
    const own = { ...head, timestamp: "2026-03-01T12:00:05.000Z" };
    const parent = { type: "session_meta", payload: { id: "thread-0" } };
    const calls = read([own, parent, turn("gpt-6-sol"), record(1), record(6)]);
    expect(calls.map(({ requestId }) => requestId)).toEqual([
      "codex:thread-0:2026-03-01T12:00:01.000Z",
      "codex:thread-1:2026-03-01T12:00:06.000Z",
    ]);
  });

  it("is left out before any model is named, or without a head", () => {
    expect(read([head, record(1)])).toEqual([]);
    expect(read([turn("gpt-6-sol"), record(1)])).toEqual([]);
    expect(read([head, turn("gpt-6-sol"), { ...record(1), payload: null }, "text"])).toEqual([]);
  });
});

describe("a call of an earlier Codex, which records running totals", () => {
  const counted = (second: number, total: number | null, last: number) => ({
    type: "event_msg",
    timestamp: `2026-03-01T12:00:0${second}.000Z`,
    payload: {
      type: "token_count",
      info:
        total === null
          ? null
          : {
              total_token_usage: { total_tokens: total },
              last_token_usage: { input_tokens: last, cached_input_tokens: 4, output_tokens: 2 },
            },
    },
  });

  it("is what the last answer added; a total that was reported before adds nothing", () => {
    const calls = read([head, turn("gpt-6-sol"), counted(1, null, 0), counted(2, 10, 8), counted(3, 10, 8)]);
    expect(calls).toMatchObject([{ inputTokens: 4, cacheReadTokens: 4, outputTokens: 2 }]);
  });

  it("is not counted beside the answer's own record", () => {
    expect(read([head, turn("gpt-6-sol"), record(1), counted(2, 110, 100)])).toHaveLength(1);
  });

  it("is left out and counted as skipped before a model is named (R180)", () => {
    const { call, context } = codexUsage(counted(1, 10, 8), { ...noContext, conversation: "thread-1" });
    expect([call, context.skipped]).toEqual([null, 1]);
  });
});
