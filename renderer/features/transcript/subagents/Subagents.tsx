import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { AgentList } from "./AgentList.tsx";
import { AgentView } from "./AgentView.tsx";
import { useSubagents } from "./use-subagents.ts";
import { agentNamed } from "./view-model.ts";

interface Props {
  session: Session;
  /** The one whose transcript is open. */
  agent: string | null;
}

/** The agents that the session's agent started, and what each of them did. */
export function Subagents({ session, agent }: Props) {
  const live = session.status === "running";
  const query = useSubagents(session.id, live);
  const { data, error, isPending, refetch } = query;
  if (isPending) return <Skeleton lines={3} shape="cards" label="Loading the subagents" />;
  if (!data) {
    return (
      <div className="p-4">
        <ErrorAlert title="Could not load the subagents" messages={errorMessages(error)}>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </ErrorAlert>
      </div>
    );
  }
  const agents = data.pages.flatMap(({ subagent_transcripts }) => subagent_transcripts);
  const open = agent === null ? undefined : agentNamed(agents, agent);
  if (open) return <AgentView key={open.id} session={session} agent={open} />;
  return (
    <section aria-label="Subagents" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-3 py-4 md:px-6">
        {agent !== null && <NotThere live={live} more={query.hasNextPage} />}
        {agents.length === 0 && agent === null && <NoAgents live={live} />}
        <AgentList sessionId={session.id} agents={agents} />
        {query.hasNextPage && (
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </section>
  );
}

function NotThere({ live, more }: { live: boolean; more: boolean }) {
  const because = live ? "It appears here after its first output." : "It has no recorded transcript.";
  return (
    <p role="status" className="rounded-md border border-line bg-sunken px-3 py-2 text-soft">
      That subagent is not in the list{more ? " so far" : ""}. {because}
    </p>
  );
}

function NoAgents({ live }: { live: boolean }) {
  const text = live
    ? "Agents that this agent starts appear here, each with its own transcript."
    : "This agent did not start other agents. Agents that it starts appear here, each with its own transcript.";
  return <EmptyState title="No subagents" text={text} />;
}
