import { expect, it } from "vitest";
import { agentRuntimes } from "./index.ts";
import type { RuntimeId } from "./runtime.ts";

const runtimes = agentRuntimes({ environment: {} });
const read = (runtime: RuntimeId, id: string) =>
  runtimes.find((known) => known.id === runtime)?.readModelName(id) ?? null;

it.each<[RuntimeId, string, string, boolean]>([
  ["claude_code", "claude-sonnet-5-5", "claude-sonnet-5-5", true],
  ["claude_code", "claude-opus-5-5[1m]", "claude-opus-5-5", true],
  ["claude_code", "claude-haiku-5-5-20260922", "claude-haiku-5-5", true],
  ["claude_code", "claude-opus-5-5@20260922", "claude-opus-5-5", true],
  ["claude_code", "us.anthropic.claude-sonnet-5-5-20260922-v1:0", "claude-sonnet-5-5", true],
  ["claude_code", "us-gov.anthropic.claude-sonnet-5-5-20260922-v1:0", "claude-sonnet-5-5", true],
  ["claude_code", "claude-opus-5-5@default", "claude-opus-5-5", true],
  ["claude_code", "claude-opus-5-5[1M]", "claude-opus-5-5", true],
  ["claude_code", "opus", "opus", true],
  ["claude_code", "sonnet[1m]", "sonnet", true],
  ["claude_code", "opusplan", "opusplan", true],
  ["claude_code", "claude-opus-4-1-20250805", "claude-opus-4-1", false],
  ["claude_code", "claude-sonet-5", "claude-sonet-5", false],
  ["codex", "gpt-6.1-sol", "gpt-6.1-sol", true],
  ["codex", "gpt-5.5-2026-04-23", "gpt-5.5", true],
  ["codex", "o3", "o3", false],
  ["pi", "anthropic/claude-opus-5.5", "anthropic/claude-opus-5.5", true],
  ["pi", "openrouter/anthropic/claude-opus-5.5", "anthropic/claude-opus-5.5", true],
  ["pi", "openrouter/auto", "openrouter/auto", true],
  ["pi", "openrouter/auto-beta", "openrouter/auto-beta", true],
  ["pi", "anthropic/claude-opus-5.5:nitro", "anthropic/claude-opus-5.5", true],
  ["pi", "openrouter/openai/gpt-5.5:online", "openai/gpt-5.5", true],
  ["pi", "openai/gpt-5.5:free", "openai/gpt-5.5:free", false],
  ["pi", "signalbox/scripted-demo", "signalbox/scripted-demo", true],
])("%s reads %s as %s", (runtime, id, plain, isKnown) => {
  expect(read(runtime, id)).toEqual({ plain, isKnown });
});

it.each<[RuntimeId, string]>([
  ["claude_code", ""],
  ["claude_code", "opuss"],
  ["claude_code", "Claude Opus 5.5"],
  ["claude_code", "claude-sonnet-5.5"],
  ["claude_code", "gpt-6.1-sol"],
  ["claude_code", "anthropic/claude-opus-5.5"],
  ["codex", "claude-opus-5-5"],
  ["codex", "gpt 6"],
  ["pi", "claude-opus-5-5"],
  ["pi", "antropic/claude-opus-5.5"],
  ["pi", "a/b/c"],
])("%s does not take %j for a model", (runtime, id) => {
  expect(read(runtime, id)).toBeNull();
});

it.each(runtimes)("$label knows every model that it offers", ({ models, defaultModel, readModelName }) => {
  for (const id of [defaultModel, ...models.map((model) => model.id)])
    expect(readModelName(id)).toMatchObject({ isKnown: true });
});
