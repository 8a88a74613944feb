import { describe, expect, it } from "vitest";
import { classifyFailure } from "./classify.ts";

const now = 1_800_000_000_000;

function apiError(error: string, status: number | null, retryable: boolean) {
  return { kind: "api_error", error, status, retryable };
}

describe("classifyFailure", () => {
  it.each([
    [
      "a wrong key",
      '401: {"message":"bad key","type":"authentication_error"}',
      apiError("authentication", 401, false),
    ],
    ["a forbidden model", "403 status code (no body)", apiError("authentication", 403, false)],
    [
      "a moderated prompt",
      '403: {"message":"Your input was flagged","metadata":{"reasons":["violence"]}}',
      apiError("invalid_request", 403, false),
    ],
    ["no credits", '402: {"message":"Insufficient credits"}', apiError("billing", 402, false)],
    [
      "an exhausted OpenAI key",
      'OpenAI API error (429): {"type":"insufficient_quota","message":"You exceeded your current quota"}',
      apiError("billing", 429, false),
    ],
    [
      "a prompt over Anthropic's window",
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213462 tokens > 200000 maximum"}}',
      apiError("context_length", 400, false),
    ],
    [
      "a prompt over OpenRouter's window",
      `400: {"message":"This endpoint's maximum context length is 1000 tokens"}`,
      apiError("context_length", 400, false),
    ],
    ["an unknown model", '404: {"message":"model: nope"}', apiError("model_not_found", 404, false)],
    [
      "an invalid model id",
      '400: {"message":"x/y is not a valid model ID"}',
      apiError("model_not_found", 400, false),
    ],
    ["any other refusal", '400: {"message":"bad temperature"}', apiError("invalid_request", 400, false)],
    ["a throttle", 'OpenAI API error (429): {"type":"rate_limit_error"}', apiError("overloaded", 429, true)],
    [
      "an overload",
      '529 {"type":"error","error":{"type":"overloaded_error"}}',
      apiError("overloaded", 529, true),
    ],
    [
      "an overload inside the stream",
      '{"type":"overloaded_error","message":"busy"}',
      apiError("overloaded", null, true),
    ],
    ["a server error", '500: {"message":"oops"}', apiError("server_error", 500, true)],
    ["a cut socket", "terminated", apiError("network", null, true)],
    ["a refused connection", "Connection error.", apiError("network", null, true)],
    ["something never seen, which came in the stream", "a riddle", apiError("unknown", null, true)],
  ])("recognizes %s", (_title, message, expected) => {
    expect(classifyFailure(message, now)).toMatchObject(expected);
  });

  it.each([
    [
      "in seconds",
      '429: {"type":"usage_limit_reached","message":"The usage limit has been reached","resets_at":1800000100}',
      1_800_000_100_000,
    ],
    ["from now", '429: {"type":"usage_limit_reached","resets_in_seconds":60}', now + 60_000],
    [
      "in OpenRouter's repeated headers",
      '429: {"message":"free-models-per-day","metadata":{"headers":{"X-RateLimit-Reset":"1800000200000"}}}',
      1_800_000_200_000,
    ],
    ["not at all", "429 The usage limit has been reached", null],
  ])("waits for the end of an account's limit given %s", (_title, message, resetAt) => {
    expect(classifyFailure(message, now)).toMatchObject({ kind: "rate_limited", resetAt });
  });

  it("shows the provider's sentence, not its JSON", () => {
    expect(classifyFailure('402: {"message":"Insufficient credits"}', now).message).toBe(
      "Insufficient credits",
    );
  });
});
