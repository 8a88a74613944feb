import type { SubagentTranscript } from "../../../../server/domains/sessions/subagents/model.ts";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import type { CostSoFar } from "../../../../server/domains/transcripts/usage/model.ts";
import { formatCount, formatKnownCost } from "../../costs/format-cost.ts";

/** The agent that an address names: by its own id, or by that of the call that started it. */
export const agentNamed = (
  agents: readonly SubagentTranscript[],
  name: string,
): SubagentTranscript | undefined =>
  agents.find(({ tool_use_id }) => tool_use_id === name) ?? agents.find(({ id }) => String(id) === name);

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`;

/** What it took, in the words of one line; what is not known is left out. */
export function figures(agent: SubagentTranscript, cost: CostSoFar | undefined): string {
  const { formatted_duration, total_tokens, tool_use_count } = agent;
  return [
    formatted_duration,
    cost === undefined ? null : formatKnownCost(cost),
    total_tokens === null ? null : `${formatCount(total_tokens)} tokens`,
    tool_use_count === null ? null : counted(tool_use_count, "tool call", "tool calls"),
    counted(agent.message_count, "message", "messages"),
  ]
    .filter((words) => words !== null)
    .join(" · ");
}

/** The line of the session's own transcript that started an agent, as far as that is loaded. */
export const startedAt = (
  entries: readonly TimelineEntry[],
  { tool_use_id }: SubagentTranscript,
): number | null =>
  entries.find(({ event }) => event.type === "subagent" && event.callId === tool_use_id)?.index ?? null;

export interface AgentLines {
  agent: SubagentTranscript;
  entries: readonly TimelineEntry[];
  /** One past the last line held. */
  to: number;
  lineCount: number;
}

interface AgentPage {
  subagent_transcript: SubagentTranscript;
  entries: readonly TimelineEntry[];
  to: number;
  line_count: number;
}

/** What is held with a further page; fewer lines than are held mean that the record was replaced: null. */
export function withPage(held: AgentLines | undefined, page: AgentPage): AgentLines | null {
  if (held && page.line_count < held.to) return null;
  return {
    agent: page.subagent_transcript,
    entries: held ? [...held.entries, ...page.entries] : page.entries,
    to: page.to,
    lineCount: page.line_count,
  };
}
