import type { SubagentTranscript } from "../../../../server/domains/transcripts/subagents/model.ts";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import type { CostSoFar } from "../../../../server/domains/usage/calls/model.ts";
import { formatCount, formatKnownCost } from "../../costs/format-cost.ts";
import { text } from "./text.ts";

/** The agent in an address: by its id, or by the id of the call that started it. */
export const agentNamed = (
  agents: readonly SubagentTranscript[],
  name: string,
): SubagentTranscript | undefined =>
  agents.find(({ tool_use_id }) => tool_use_id === name) ?? agents.find(({ id }) => String(id) === name);

/** Its figures in one line; unknown ones are left out. */
export function figures(agent: SubagentTranscript, cost: CostSoFar | undefined): string {
  const { formatted_duration, total_tokens, tool_use_count } = agent;
  return [
    formatted_duration,
    cost === undefined ? null : formatKnownCost(cost),
    total_tokens === null ? null : text.tokens(formatCount(total_tokens)),
    tool_use_count === null ? null : text.toolCalls(tool_use_count),
    text.messages(agent.message_count),
  ]
    .filter((figure) => figure !== null)
    .join(" · ");
}

/** The loaded line of the transcript of the session that started an agent. */
export const startedAt = (
  entries: readonly TimelineEntry[],
  { tool_use_id }: SubagentTranscript,
): number | null =>
  entries.find(({ event }) => event.type === "subagent" && event.callId === tool_use_id)?.index ?? null;

export interface AgentLines {
  agent: SubagentTranscript;
  entries: readonly TimelineEntry[];
  /** One past the last loaded line. */
  to: number;
  lineCount: number;
}

interface AgentPage {
  subagent_transcript: SubagentTranscript;
  entries: readonly TimelineEntry[];
  to: number;
  line_count: number;
}

/** Adds a page of lines. Null if there are fewer lines than loaded, because the record was replaced. */
export function withPage(loaded: AgentLines | undefined, page: AgentPage): AgentLines | null {
  if (loaded && page.line_count < loaded.to) return null;
  return {
    agent: page.subagent_transcript,
    entries: loaded ? [...loaded.entries, ...page.entries] : page.entries,
    to: page.to,
    lineCount: page.line_count,
  };
}
