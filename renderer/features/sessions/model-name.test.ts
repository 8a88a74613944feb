import { expect, it } from "vitest";
import { modelName, modelNames } from "./model-name.ts";

it.each([
  ["claude-sonnet-5-5", "Sonnet 5.5"],
  ["claude-haiku-4-5-20251001", "Haiku 4.5"],
  ["anthropic/claude-opus-5.5", "Opus 5.5"],
  ["anthropic/claude-sonnet-5", "Sonnet 5"],
  ["claude-3-5-sonnet-20241022", "Sonnet 3.5"],
  ["gpt-6.1-sol", "GPT-6.1 Sol"],
  ["openai/gpt-5.4-mini", "GPT-5.4 Mini"],
  ["gpt-4o", "GPT-4o"],
  ["gpt-5.5", "GPT-5.5"],
  ["google/gemini-3.5-flash", "Gemini 3.5 Flash"],
  ["moonshotai/kimi-k2.6", "Kimi K2.6"],
  ["x-ai/grok-4.7", "Grok 4.7"],
  ["sonnet", "Sonnet"],
  ["My own:model", "My own:model"],
  ["", ""],
])("%s is called %s", (id, name) => {
  expect(modelName(id)).toBe(name);
});

it("tells models of one list apart that share a name", () => {
  const ids = ["claude-sonnet-5", "anthropic/claude-sonnet-5", "claude-sonnet-5-20260901", "openai/gpt-5.5"];
  expect(ids.map(modelNames(ids))).toEqual([
    "Sonnet 5",
    "Sonnet 5 (anthropic)",
    "Sonnet 5 (20260901)",
    "GPT-5.5",
  ]);
});
