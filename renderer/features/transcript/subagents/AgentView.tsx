import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, CornerUpLeft } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import type { SubagentTranscript } from "../../../../server/domains/transcripts/subagents/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { useAgentCosts } from "../../costs/api.ts";
import { liveKeys } from "../../live/apply-event.ts";
import { searchForTab } from "../../sessions/session-page-search.ts";
import { TranscriptSkeleton } from "../TranscriptSkeleton.tsx";
import type { TranscriptWindow } from "../transcript-window.ts";
import { anchorOf } from "../view-model.ts";
import { AgentStatus } from "./AgentStatus.tsx";
import { AgentTranscript } from "./AgentTranscript.tsx";
import { text } from "./text.ts";
import { useSubagent } from "./use-subagents.ts";
import { figures, startedAt } from "./view-model.ts";

const link =
  "inline-flex items-center gap-1 rounded-sm text-xs font-medium text-accent hover:underline pointer-coarse:min-h-10";

/** Links to the list and to the line of the conversation that started it. */
function BackLinks({ session, agent }: Props) {
  const client = useQueryClient();
  const loaded = client.getQueryData<TranscriptWindow>(liveKeys.transcript(session.id));
  const line = startedAt(loaded?.entries ?? [], agent);
  return (
    <p className="flex flex-wrap gap-x-4">
      <Link from="/sessions/$id" to="." search={searchForTab({ tab: "subagents" })} className={link}>
        <ArrowLeft aria-hidden className="size-3 rtl:-scale-x-100" />
        {text.back.all}
      </Link>
      <Link
        from="/sessions/$id"
        to="."
        search={searchForTab({})}
        {...(line !== null && { hash: anchorOf(line) })}
        className={link}
      >
        <CornerUpLeft aria-hidden className="size-3" />
        {line === null ? text.back.conversation : text.back.start}
      </Link>
    </p>
  );
}

interface Props {
  session: Session;
  agent: SubagentTranscript;
}

/** A subagent with its status, its figures and its transcript. */
export function AgentView({ session, agent: listed }: Props) {
  const { data, error, isPending, refetch } = useSubagent({ sessionId: session.id, id: listed.id });
  const agent = data?.agent ?? listed;
  const cost = useAgentCosts(session.id).get(agent.agent_id);
  return (
    <section aria-label={text.named(agent.display_label)} className="flex min-h-0 flex-1 flex-col">
      <header className="mx-auto flex w-full max-w-3xl flex-col gap-1 px-3 pt-3 pb-2 md:px-6">
        <BackLinks session={session} agent={agent} />
        <h2 className="flex items-start gap-2 text-base font-semibold">
          <span className="min-w-0 flex-1 wrap-anywhere">{agent.display_label}</span>
          <AgentStatus status={agent.status} />
        </h2>
        <p className="text-xs text-faint tabular-nums">
          {agent.subagent_type !== null && <span className="text-soft">{agent.subagent_type} · </span>}
          {figures(agent, cost)}
        </p>
      </header>
      {isPending && <TranscriptSkeleton label={text.transcript.loading} />}
      {error !== null && (
        <div className="p-4">
          <ErrorAlert title={text.transcript.failed} messages={errorMessages(error)}>
            <Button size="small" onClick={() => void refetch()}>
              {text.retry}
            </Button>
          </ErrorAlert>
        </div>
      )}
      {data && data.entries.length === 0 && (
        <EmptyState title={text.transcript.empty} text={text.transcript.emptyHint} />
      )}
      {data && data.entries.length > 0 && <AgentTranscript lines={data} />}
    </section>
  );
}
