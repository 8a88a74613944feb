import { expect, it } from "vitest";
import { isListedModel, type ModelEvidence } from "./rules.ts";

const nothing: ModelEvidence = { name: null, isAdded: false, isPriced: () => false };
const name = { plain: "claude-opus-4-1", isKnown: false };

it.each<[string, Partial<ModelEvidence>, boolean]>([
  ["a text that the CLI cannot mean a model by", { isPriced: () => true }, false],
  ["a name that nobody knows", { name }, false],
  ["a model that the CLI knows", { name: { ...name, isKnown: true } }, true],
  ["a model with a list price", { name, isPriced: (plain) => plain === "claude-opus-4-1" }, true],
  ["what the owner added, whatever it looks like", { isAdded: true }, true],
])("%s", (_case, evidence, expected) => {
  expect(isListedModel({ ...nothing, ...evidence })).toBe(expected);
});
