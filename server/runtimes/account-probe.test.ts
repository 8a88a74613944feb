import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitedUntil } from "./account-probe.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

it.each<[string, Record<string, string>, number | null]>([
  ["seconds", { "retry-after": "43" }, 43],
  ["a date", { "retry-after": "Fri, 20 Nov 2026 10:00:43 GMT" }, 43],
  ["the reset of a plan", { "anthropic-ratelimit-unified-reset": String(now / 1000 + 43) }, 43],
  [
    "the reset of what is used up",
    {
      "anthropic-ratelimit-requests-remaining": "10",
      "anthropic-ratelimit-requests-reset": at(60),
      "anthropic-ratelimit-input-tokens-remaining": "0",
      "anthropic-ratelimit-input-tokens-reset": at(43),
    },
    43,
  ],
  [
    "the last reset where nothing says what is used up",
    { "anthropic-ratelimit-requests-reset": at(10), "anthropic-ratelimit-tokens-reset": at(43) },
    43,
  ],
  ["nothing", { "content-type": "application/json" }, null],
])("reads when a limit ends from %s", (_title, headers, seconds) => {
  const expected = seconds === null ? null : now + seconds * 1000;
  expect(limitedUntil({ status: 429, headers: new Headers(headers) })).toBe(expected);
});

it("takes no other answer for a limit", () => {
  expect(limitedUntil({ status: 503, headers: new Headers({ "retry-after": "43" }) })).toBeNull();
});
