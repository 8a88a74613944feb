import { expect, it } from "vitest";
import { readFailureDetail } from "./failure-detail.ts";

const words = (detail: string) => readFailureDetail(detail).words;

it("leaves a text without JSON as it is", () => {
  const detail = "fatal: {not json} at 'x'\n[1, 2]";
  expect(readFailureDetail(detail)).toEqual({ words: detail, raw: null });
});

it("says what the JSON of a provider says, and keeps the rest apart", () => {
  const answer = {
    type: "error",
    error: { type: "authentication_error", message: 'The key "x" {y} is not valid' },
  };
  const found = readFailureDetail(`API Error: 401 ${JSON.stringify(answer)}`);
  expect(found.words).toBe('API Error: 401 The key "x" {y} is not valid');
  expect(found.raw).toBe(JSON.stringify(answer, null, 2));
});

it.each([
  ['{"message":"Overloaded"}', "Overloaded"],
  ['{"error":"Overloaded"}', "Overloaded"],
  ['{"detail":"Overloaded"}', "Overloaded"],
  ['500 Overloaded {"message":"Overloaded"} (try later)', "500 Overloaded (try later)"],
  ['Failed: {"code":7}', "Failed:"],
  ['{"error":{"message":"429 {\\"error\\":{\\"message\\":\\"Slow down\\"}}"}}', "429 Slow down"],
])("%s: %s", (detail, expected) => {
  expect(words(detail)).toBe(expected);
});

it("gives up on a text that is full of braces", () => {
  expect(words("{".repeat(100_000))).toHaveLength(100_000);
});
