import { describe, expect, it } from "vitest";
import { noContext } from "../model-call.ts";
import { piUsage } from "./usage.ts";

const timestamp = "2026-03-01T12:00:00.000Z";
const head = { type: "session", id: "uuid-1" };
const counts = { input: 10, output: 5, cacheRead: 100, cacheWrite: 30, cacheWrite1h: 4 };
const answer = {
  type: "message",
  id: "a1",
  timestamp,
  message: { role: "assistant", provider: "openrouter", model: "anthropic/claude-sonnet-5", usage: counts },
};

function read(lines: readonly unknown[]) {
  let context = noContext;
  return lines.flatMap((line) => {
    const found = piUsage(line, context);
    ({ context } = found);
    return found.call === null ? [] : [found.call];
  });
}

describe("a call of pi", () => {
  it("is identified by its conversation and entry, with its provider's model (R180)", () => {
    expect(read([head, answer])).toEqual([
      {
        requestId: "pi:uuid-1:a1",
        model: "openrouter/anthropic/claude-sonnet-5",
        calledAt: Date.parse(timestamp),
        inputTokens: 10,
        outputTokens: 5,
        cacheReadTokens: 100,
        cacheCreationTokens: 30,
        cacheCreation1hTokens: 4,
        webSearchRequests: 0,
      },
    ]);
  });

  it("can be a compaction, by the model that answered last", () => {
    const compaction = {
      type: "compaction",
      id: "c1",
      timestamp,
      usage: { input: 3, output: 1, cacheWrite: 2 },
    };
    const [, call] = read([head, answer, compaction]);
    expect(call).toMatchObject({ requestId: "pi:uuid-1:c1", model: "openrouter/anthropic/claude-sonnet-5" });
    expect(call).toMatchObject({ inputTokens: 3, cacheCreationTokens: 2, cacheCreation1hTokens: null });
  });

  it("is missing if an attempt failed, a count is not a number, or there is no head", () => {
    const failed = { ...answer, message: { ...answer.message, usage: { input: 0, output: 0 } } };
    const odd = { ...answer, message: { ...answer.message, usage: { input: "many", output: Number.NaN } } };
    expect(read([head, failed, odd, "text", null])).toEqual([]);
    expect(read([answer])).toEqual([]);
  });
});
