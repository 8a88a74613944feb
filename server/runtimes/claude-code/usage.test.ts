import { describe, expect, it } from "vitest";
import { noContext } from "../model-call.ts";
import { claudeUsage } from "./usage.ts";

const usage = {
  input_tokens: 10,
  output_tokens: 5,
  cache_read_input_tokens: 100,
  cache_creation_input_tokens: 30,
  cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
  server_tool_use: { web_search_requests: 2 },
};
const line = {
  type: "assistant",
  requestId: "req_1",
  timestamp: "2026-03-01T12:00:00.000Z",
  message: { model: "claude-sonnet-5-5", usage },
};
const callIn = (entry: unknown) => claudeUsage(entry, noContext).call;

describe("a call of Claude Code", () => {
  it("counts each token once, under the id of its request", () => {
    expect(callIn(line)).toEqual({
      requestId: "req_1",
      model: "claude-sonnet-5-5",
      calledAt: Date.UTC(2026, 2, 1, 12),
      inputTokens: 10,
      outputTokens: 5,
      cacheReadTokens: 100,
      cacheCreationTokens: 30,
      cacheCreation1hTokens: 10,
      webSearchRequests: 2,
    });
  });

  it("leaves the cache duration open if the line does", () => {
    const { cache_creation: _split, ...unsplit } = usage;
    expect(
      callIn({ ...line, message: { ...line.message, usage: unsplit } })?.cacheCreation1hTokens,
    ).toBeNull();
  });

  it.each([
    ["has no request id (R178)", { ...line, requestId: undefined }],
    ["is the CLI's own notice (R178)", { ...line, message: { ...line.message, model: "<synthetic>" } }],
    ["reports an error", { ...line, isApiErrorMessage: true }],
    ["counts nothing", { ...line, message: { ...line.message, usage: {} } }],
    ["is a person's", { ...line, type: "user" }],
    ["has no instant", { ...line, timestamp: "soon" }],
    ["is no object", "text"],
  ])("is not found in a line that %s", (_why, entry) => {
    expect(callIn(entry)).toBeNull();
  });
});
