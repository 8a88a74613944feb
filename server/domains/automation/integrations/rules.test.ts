import { expect, it } from "vitest";
import { faultsOfVariables, labelOf, statusOf } from "./rules.ts";

it.each([
  [undefined],
  [null],
  [{}],
  [{ text: "x".repeat(10_000), number: 7, labels: ["a", "b"], title: "" }],
  [{ link: "l", author: "a", channel: "c", event: "e", repo: "r", labels: "a, b" }],
])("takes the nine variables: %j", (given) => {
  expect(faultsOfVariables(given)).toEqual([]);
});

it.each<[unknown, RegExp]>([
  ["text", /is an object/],
  [[], /is an object/],
  [{ channel_id: "C123" }, /channel_id is not a plugin's/],
  [{ author_id: "" }, /author_id is not a plugin's/],
  [{ time: "09:00" }, /no variable "time"\. There are: link, text/],
  [{ ["w".repeat(300)]: "x" }, /no variable "w{100}"/],
  [{ text: "x".repeat(10_001) }, /longer than 10,000/],
  [{ labels: ["x".repeat(9_999), "y"] }, /longer than 10,000/],
  [{ text: ["a"] }, /text is text/],
  [{ labels: [1] }, /labels is text or a list/],
  [{ title: null }, /title is text/],
])("refuses %j (R111)", (given, sentence) => {
  expect(faultsOfVariables(given)).toEqual([expect.stringMatching(sentence)]);
});

it("names every fault", () => {
  expect(faultsOfVariables({ moon: 1, text: {}, title: "fine" })).toHaveLength(2);
});

it("has a label for each outcome, and one status for success", () => {
  expect(labelOf("burst_suppressed")).toBe("Burst suppressed");
  expect(Object.entries(statusOf).filter(([, status]) => status < 400)).toEqual([["fired", 201]]);
});
