import { expect, it } from "vitest";
import { labelOf, problemsWithVariables, statusOf } from "./rules.ts";
import { variableSentence } from "./text.ts";

it.each([
  [undefined],
  [null],
  [{}],
  [{ text: "x".repeat(10_000), number: 7, labels: ["a", "b"], title: "" }],
  [{ link: "l", author: "a", channel: "c", event: "e", repo: "r", labels: "a, b" }],
])("accepts the nine variables: %j", (given) => {
  expect(problemsWithVariables(given)).toEqual([]);
});

it.each<[unknown, RegExp]>([
  ["text", /must be an object/],
  [[], /must be an object/],
  [{ channel_id: "C123" }, /channel_id cannot be set/],
  [{ author_id: "" }, /author_id cannot be set/],
  [{ time: "09:00" }, /no variable "time"\. Available are: link, text/],
  [{ ["w".repeat(300)]: "x" }, /no variable "w{100}"/],
  [{ text: "x".repeat(10_001) }, /longer than 10,000/],
  [{ labels: ["x".repeat(9_999), "y"] }, /longer than 10,000/],
  [{ text: ["a"] }, /text must be text/],
  [{ labels: [1] }, /labels must be text or a list/],
  [{ title: null }, /title must be text/],
])("refuses %j (R111)", (given, sentence) => {
  expect(problemsWithVariables(given).map(variableSentence)).toEqual([expect.stringMatching(sentence)]);
});

it("reports every problem", () => {
  expect(problemsWithVariables({ moon: 1, text: {}, title: "fine" })).toHaveLength(2);
});

it("has a label for each outcome, and one status for success", () => {
  expect(labelOf("burst_suppressed")).toBe("Burst suppressed");
  expect(Object.entries(statusOf).filter(([, status]) => status < 400)).toEqual([["fired", 201]]);
});
