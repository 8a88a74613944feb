import { describe, expect, it } from "vitest";
import type { SubagentTranscript } from "../../../../server/domains/transcripts/subagents/model.ts";
import { agentNamed, figures, startedAt, withPage } from "./view-model.ts";

const agent: SubagentTranscript = {
  id: 7,
  session_id: 1,
  agent_id: "a7",
  tool_use_id: "toolu_7",
  filename: null,
  message_count: 4,
  subagent_type: "explorer",
  description: "Look about",
  status: "completed",
  duration_ms: 5_000,
  total_tokens: 1_200,
  tool_use_count: 1,
  formatted_duration: "5s",
  formatted_tokens: "1.2k",
  display_label: "Look about",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

const started = (index: number, callId: string) => ({
  id: `${index}.0`,
  index,
  timestamp: null,
  event: { type: "subagent" as const, callId, agent: "explorer", description: "" },
});

it("finds an agent by the call that started it and by its id", () => {
  expect(agentNamed([agent], "toolu_7")).toBe(agent);
  expect(agentNamed([agent], "7")).toBe(agent);
  expect(agentNamed([agent], "8")).toBeUndefined();
});

it("leaves out unknown figures", () => {
  expect(figures(agent, undefined)).toBe("5s · 1.2K tokens · 1 tool call · 4 messages");
  const bare = { ...agent, formatted_duration: null, total_tokens: null, tool_use_count: null };
  expect(figures({ ...bare, message_count: 1 }, undefined)).toBe("1 message");
});

it("shows the cost of an agent if a price is known", () => {
  const cost = { usd: 0.5, tokens: 1_200, unpriced_models: [] };
  expect(figures(agent, cost)).toBe("5s · $0.50 · 1.2K tokens · 1 tool call · 4 messages");
  const unknown = { ...cost, usd: 0, unpriced_models: ["nova-1"] };
  expect(figures(agent, unknown)).toBe(figures(agent, undefined));
});

it("finds the line that started an agent", () => {
  expect(startedAt([started(3, "other"), started(5, "toolu_7")], agent)).toBe(5);
  expect(startedAt([], agent)).toBeNull();
});

describe("withPage", () => {
  const page = { subagent_transcript: agent, entries: [started(0, "x")], to: 1, line_count: 2 };

  it("adds lines at the end", () => {
    const loaded = withPage(undefined, page);
    const next = withPage(loaded ?? undefined, { ...page, entries: [started(1, "y")], to: 2 });
    expect(next?.entries.map(({ index }) => index)).toEqual([0, 1]);
    expect(next).toMatchObject({ to: 2, lineCount: 2 });
  });

  it("drops its lines if the record was replaced by a shorter one", () => {
    const loaded = withPage(undefined, { ...page, to: 9, line_count: 9 });
    expect(withPage(loaded ?? undefined, { ...page, entries: [], to: 2 })).toBeNull();
  });
});
