import { Link } from "@tanstack/react-router";
import { Bot } from "lucide-react";
import type { SubagentTranscript } from "../../../../server/domains/transcripts/subagents/model.ts";
import type { CostSoFar } from "../../../../server/domains/usage/calls/model.ts";
import { useAgentCosts } from "../../costs/api.ts";
import { searchForTab } from "../../sessions/session-page-search.ts";
import { AgentStatus } from "./AgentStatus.tsx";
import { text } from "./text.ts";
import { figures } from "./view-model.ts";

interface LineProps {
  agent: SubagentTranscript;
  cost: CostSoFar | undefined;
}

function AgentLine({ agent, cost }: LineProps) {
  return (
    <li>
      <Link
        from="/sessions/$id"
        to="."
        search={searchForTab({ tab: "subagents", agent: String(agent.id) })}
        className="flex items-start gap-3 rounded-md border border-line bg-surface px-3 py-2.5 hover:bg-hover"
      >
        <Bot aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate font-medium">{agent.display_label}</span>
            <AgentStatus status={agent.status} />
          </span>
          <span className="flex flex-wrap gap-x-2 text-xs text-faint">
            {agent.subagent_type !== null && <span className="text-soft">{agent.subagent_type}</span>}
            <span className="tabular-nums">{figures(agent, cost)}</span>
          </span>
        </span>
      </Link>
    </li>
  );
}

interface Props {
  sessionId: number;
  agents: readonly SubagentTranscript[];
}

export function AgentList({ sessionId, agents }: Props) {
  const costs = useAgentCosts(sessionId);
  return (
    <ul aria-label={text.list.label} className="flex flex-col gap-2">
      {agents.map((agent) => (
        <AgentLine key={agent.id} agent={agent} cost={costs.get(agent.agent_id)} />
      ))}
    </ul>
  );
}
