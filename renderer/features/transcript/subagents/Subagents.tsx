import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { AgentList } from "./AgentList.tsx";
import { AgentView } from "./AgentView.tsx";
import { text } from "./text.ts";
import { useSubagents } from "./use-subagents.ts";
import { agentNamed } from "./view-model.ts";

interface Props {
  session: Session;
  /** The agent whose transcript is open. */
  agent: string | null;
}

/** The agents that the agent of the session started, and their transcripts. */
export function Subagents({ session, agent }: Props) {
  const live = session.status === "running";
  const query = useSubagents(session.id, live);
  const { data, error, isPending, refetch } = query;
  if (isPending) return <Skeleton lines={3} shape="cards" label={text.list.loading} />;
  if (!data) {
    return (
      <div className="p-4">
        <ErrorAlert title={text.list.failed} messages={errorMessages(error)}>
          <Button size="small" onClick={() => void refetch()}>
            {text.retry}
          </Button>
        </ErrorAlert>
      </div>
    );
  }
  const agents = data.pages.flatMap(({ subagent_transcripts }) => subagent_transcripts);
  const open = agent === null ? undefined : agentNamed(agents, agent);
  if (open) return <AgentView key={open.id} session={session} agent={open} />;
  return (
    <section aria-label={text.list.label} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-3 py-4 md:px-6">
        {agent !== null && <MissingAgent live={live} more={query.hasNextPage} />}
        {agents.length === 0 && agent === null && <NoAgents live={live} />}
        <AgentList sessionId={session.id} agents={agents} />
        {query.hasNextPage && (
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text.list.more}
          </Button>
        )}
      </div>
    </section>
  );
}

function MissingAgent({ live, more }: { live: boolean; more: boolean }) {
  return (
    <p role="status" className="rounded-md border border-line bg-sunken px-3 py-2 text-soft">
      {more ? text.list.missingSoFar : text.list.missing}{" "}
      {live ? text.list.notYetRecorded : text.list.notRecorded}
    </p>
  );
}

function NoAgents({ live }: { live: boolean }) {
  return <EmptyState title={text.list.empty} text={live ? text.list.emptyHint : text.list.neverHint} />;
}
