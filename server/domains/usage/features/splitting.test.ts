import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudeCorpus, codexCorpus } from "../../../../test/support/usage-corpus.ts";
import { transcriptReaders } from "../../../runtimes/facts.ts";
import { noContext } from "../../../runtimes/model-call.ts";
import { noThread } from "../../../runtimes/runtime.ts";
import { goalBlock } from "../../sessions/goals/text.ts";
import { text as wakeText } from "../../sessions/wakes/text.ts";
import { composePrompt } from "../../turns/turns/prompt.ts";
import { text as turnText } from "../../turns/turns/text.ts";
import { contextFeatures } from "./registry.ts";
import { eachShare, splitKinds } from "./shares.ts";
import { featureSplitter, noSplit, type SplitContext } from "./splitting.ts";

/** Splits the calls of a transcript from where an earlier part left off. */
function split(runtime: string, lines: readonly unknown[], from = { calls: noContext, features: noSplit }) {
  const reader = transcriptReaders.get(runtime);
  if (!reader) throw new Error("No such runtime");
  const splitter = featureSplitter(from.features, { keepsForAnHour: runtime === "claude_code" });
  let { calls } = from;
  for (const line of lines) {
    const usage = reader.usage?.(line, calls);
    calls = usage?.context ?? calls;
    const thread = reader.thread?.(line) ?? noThread;
    splitter.take({ events: reader.events(line), thread, call: usage?.call ?? null });
  }
  splitter.flush();
  const features = JSON.parse(JSON.stringify(splitter.context())) as SplitContext;
  return { found: splitter.calls, context: { calls, features } };
}

/** Tokens by feature and kind of each call. */
function shares(runtime: string, lines: readonly unknown[]) {
  const calls = [...split(runtime, lines).found.values()];
  calls.sort((one, other) => (one.call.requestId < other.call.requestId ? -1 : 1));
  return calls.map(({ features }) => {
    const found: Record<string, number> = {};
    eachShare(features ?? new Uint8Array(4), (code, kind, tokens) => {
      const key = contextFeatures.find((feature) => feature.code === code)?.key;
      found[`${key} ${splitKinds[kind]}`] = tokens;
    });
    return found;
  });
}

const at = (second: number) => new Date(Date.UTC(2026, 9, 1, 8, 0, second)).toISOString();
/** As long as that many tokens are taken to be. */
const words = (tokens: number) => "x".repeat((tokens / 10) * 37);

const claude = {
  user: (content: unknown, more: object = {}) => ({
    type: "user",
    message: { role: "user", content },
    ...more,
  }),
  answer: (id: string, content: readonly object[], usage: readonly number[], more: object = {}) => ({
    type: "assistant",
    requestId: id,
    timestamp: at(1),
    message: {
      model: "claude-opus-5-5",
      content,
      usage: {
        input_tokens: usage[0],
        cache_creation_input_tokens: usage[1],
        cache_read_input_tokens: usage[2],
        output_tokens: usage[3],
        cache_creation: { ephemeral_5m_input_tokens: usage[1], ephemeral_1h_input_tokens: 0 },
      },
    },
    ...more,
  }),
};
const say = (tokens: number) => ({ type: "text", text: words(tokens) });
const use = (id: string, name: string, input: object = {}) => ({ type: "tool_use", id, name, input });
const result = (id: string, tokens: number) =>
  claude.user([{ type: "tool_result", tool_use_id: id, content: words(tokens) }]);

describe("the calls of Claude Code (R186)", () => {
  it("have what is new as input, and what an earlier prompt had as read from a cache", () => {
    const lines = [
      claude.user(words(100)),
      claude.answer("a", [say(40)], [0, 500, 0, 50]),
      claude.answer("a", [use("t1", "Bash", { command: words(10) })], [0, 500, 0, 50]),
      result("t1", 200),
      claude.answer("b", [say(30)], [10, 290, 500, 30]),
    ];
    const [first, second] = shares("claude_code", lines);
    // The answer was taken to be a little longer than it was.
    expect(first).toMatchObject({ "prompt cache_write_5m": 100, "assistant_text output": 36 });
    expect(second).toEqual({
      "prompt cache_read": 100,
      "assistant_text cache_read": 40,
      "tool_call cache_read": expect.any(Number),
      "tool_result input": 6,
      "tool_result cache_write_5m": 193,
      "assistant_text output": 30,
    });
  });

  it("shrink alike if more is known than they had", () => {
    const lines = [claude.user(words(300)), claude.user(words(100), { isMeta: true })];
    expect(shares("claude_code", [...lines, claude.answer("a", [], [200, 0, 0, 1])])).toEqual([
      { "prompt input": 150, "system_reminder input": 50 },
    ]);
  });

  it("start over after a compaction and in another conversation", () => {
    const begun = [
      claude.user(words(100), { parentUuid: null, sessionId: "s1" }),
      claude.answer("a", [say(50)], [0, 900, 0, 50]),
    ];
    const compacted = [
      { type: "system", subtype: "compact_boundary" },
      claude.user(words(20), { isCompactSummary: true }),
      claude.answer("b", [], [0, 300, 400, 5]),
    ];
    expect(shares("claude_code", [...begun, ...compacted])[1]).toEqual({
      "compaction_summary cache_write_5m": 20,
    });
    const other = claude.user(words(30), { parentUuid: null, sessionId: "s2" });
    expect(shares("claude_code", [...begun, other, claude.answer("b", [], [0, 300, 400, 5])])[1]).toEqual({
      "prompt cache_write_5m": 30,
    });
  });

  it("keep each subagent's conversation apart", () => {
    const aside = { isSidechain: true, agentId: "helper" };
    const lines = [
      claude.user(words(100)),
      claude.user(words(10), aside),
      claude.answer("a", [say(50)], [0, 900, 0, 50]),
      claude.answer("b", [say(10)], [0, 90, 0, 10], aside),
      claude.answer("c", [], [90, 0, 90, 5], aside),
    ];
    expect(shares("claude_code", lines)).toEqual([
      { "prompt cache_write_5m": 100, "assistant_text output": 50 },
      { "prompt cache_write_5m": 10, "assistant_text output": 10 },
      { "prompt cache_read": 10, "assistant_text cache_read": 10 },
    ]);
  });

  it.each([
    ["mcp__signalbox__get_session_provenance", {}, "provenance_tool"],
    ["mcp__github__list", {}, "mcp_result"],
    ["Skill", { skill: "review" }, "skill_body"],
    ["Read", { file_path: "/skills/review/SKILL.md" }, "skill_body"],
    ["Read", { file_path: "/srv/a.ts" }, "tool_result"],
  ])("know the result of %s %o as %s", (name, input, feature) => {
    const lines = [claude.answer("a", [use("t1", name, input)], [0, 9, 0, 9]), result("t1", 60)];
    const [, second] = shares("claude_code", [...lines, claude.answer("b", [], [90, 0, 0, 1])]);
    expect(second).toEqual({ [`${feature} input`]: 60 });
  });
});

it("Codex names a call after its answer", () => {
  const item = (payload: object) => ({ type: "response_item", timestamp: at(1), payload });
  const usage = { input_tokens: 400, cached_input_tokens: 100, output_tokens: 30 };
  const lines = [
    { type: "session_meta", timestamp: at(0), payload: { id: "t1" } },
    { type: "turn_context", timestamp: at(0), payload: { model: "gpt-6-sol" } },
    item({ type: "message", role: "user", content: [{ type: "input_text", text: words(100) }] }),
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text: words(20) }] }),
    item({ type: "function_call_output", call_id: "c1", output: words(50) }),
    { type: "token_usage_record", timestamp: at(2), payload: { usage } },
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text: words(10) }] }),
    {
      type: "token_usage_record",
      timestamp: at(3),
      payload: { usage: { ...usage, cached_input_tokens: 300 } },
    },
  ];
  expect(shares("codex", lines)).toEqual([
    { "prompt input": 100, "assistant_text output": 20 },
    {
      "prompt cache_read": 100,
      "assistant_text cache_read": 20,
      "tool_result input": 50,
      "assistant_text output": 10,
    },
  ]);
});

it("pi has a call on the line of its answer, and no context of one that a tool made", () => {
  const message = (id: string, body: object) => ({ type: "message", id, timestamp: at(1), message: body });
  const answer = (id: string, read: number) =>
    message(id, {
      role: "assistant",
      model: "nova-1",
      content: [{ type: "text", text: words(20) }],
      usage: { input: 200, output: 20, cacheRead: read },
    });
  const lines = [
    { type: "session", id: "u1", timestamp: at(0) },
    message("p", { role: "user", content: words(100) }),
    answer("a", 0),
    message("az", { role: "toolResult", toolCallId: "c", content: [], usage: { input: 5, output: 5 } }),
    answer("b", 200),
  ];
  expect(shares("pi", lines)).toEqual([
    { "prompt input": 100, "assistant_text output": 20 },
    {},
    { "prompt cache_read": 100, "assistant_text cache_read": 20, "assistant_text output": 20 },
  ]);
});

const sent = { undelivered: ["Do it."], original: null, conversationExists: true, goal: null, files: [] };
const plain = { ...sent, heartbeat: false, notes: null, cutOff: [], lostQuestion: null };
const instant = "2026-11-27T10:00:00Z";

it.each([
  ["goal", composePrompt({ ...plain, goal: goalBlock("Green checks") })],
  [
    "session_notes",
    composePrompt({ ...plain, notes: { text: "Mind the gap", editedAt: instant, now: instant } }),
  ],
  ["attached_files", composePrompt({ ...plain, files: [{ path: "/a/b.txt", filename: "b.txt" }] })],
  ["heartbeat_nudge", turnText.heartbeatNudge],
  ["recovery_prompt", turnText.recoveryNudge],
  ["wake_prompt", wakeText.prompt({ reason: wakeText.dueReason(instant, instant), prompt: "Look again" })],
  ["session_hierarchy", turnText.report({ id: 7, title: "Child" }, { reason: "done", message: "All green" })],
  ["system_reminder", "Do it.<system-reminder>Mind the list.</system-reminder>"],
  ["prompt", "Explain what <session_notes> are"],
])("what the service sends is known as %s", (feature, prompt) => {
  const lines = [claude.user(prompt), claude.answer("a", [], [1_000, 0, 0, 1])];
  expect(Object.keys(shares("claude_code", lines)[0] ?? {})).toContain(`${feature} input`);
});

it("no code stands for two features", () => {
  const codes = contextFeatures.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(contextFeatures.map(({ key }) => key)).size).toBe(codes.length);
});

it("a call is split the same way in any slices, and never into more tokens than it had", () => {
  const corpora = [1, 2, 3].flatMap((seed) => [
    ...Object.values(claudeCorpus(seed, { sessions: 3, calls: 12 })).map(
      (text) => ["claude_code", text] as const,
    ),
    ...Object.values(codexCorpus(seed, { threads: 2, answers: 12 })).map((text) => ["codex", text] as const),
  ]);
  fc.assert(
    fc.property(
      fc.constantFrom(...corpora),
      fc.array(fc.nat(60), { maxLength: 6 }),
      ([runtime, text], cuts) => {
        const lines = text
          .split("\n")
          .flatMap((line) => (line.endsWith("}") && line.includes('"timestamp"') ? [parsed(line)] : []));
        const whole = split(runtime, lines).found;
        const ends = [...cuts, lines.length].sort((one, other) => one - other);
        let from: Parameters<typeof split>[2];
        const last = new Map<string, unknown>();
        for (const [step, end] of ends.entries()) {
          const { found, context } = split(runtime, lines.slice(ends[step - 1] ?? 0, end), from);
          for (const [id, call] of found) last.set(id, call);
          from = context;
        }
        expect([...last.keys()].sort()).toEqual([...whole.keys()].sort());
        for (const { call, features } of whole.values()) {
          const sums = [0, 0, 0, 0, 0];
          eachShare(
            features ?? new Uint8Array(4),
            (_code, kind, tokens) => void (sums[kind] = (sums[kind] ?? 0) + tokens),
          );
          expect(sums[0]).toBeLessThanOrEqual(call.cacheReadTokens);
          expect(sums[1]).toBeLessThanOrEqual(call.inputTokens);
          expect((sums[2] ?? 0) + (sums[3] ?? 0)).toBeLessThanOrEqual(call.cacheCreationTokens);
          expect(sums[4]).toBeLessThanOrEqual(call.outputTokens);
        }
      },
    ),
    { numRuns: 60 },
  );
});

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
