import { type ComponentType, type ReactNode, useMemo } from "react";
import type { SubagentTranscript } from "../../../../server/domains/transcripts/subagents/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useAgentCosts } from "../../costs/api.ts";
import { PicturePlace } from "../entries/picture-place.ts";
import { usePartFold, useTranscriptView } from "../transcript.store.ts";
import { type TimelineItem, timelineItems } from "../view-model.ts";
import { AgentStatus } from "./AgentStatus.tsx";
import { text } from "./text.ts";
import { useAgentPictures } from "./use-agent-pictures.ts";
import { useAgentOf, useSubagent } from "./use-subagents.ts";
import { type AgentLines, figures } from "./view-model.ts";

/** Renders a block of a transcript. Passed in, because the transcript itself renders lanes. */
export type RowOf = ComponentType<{
  transcript: string;
  sessionId: number;
  item: TimelineItem;
  live: boolean;
}>;

/** How many of the last blocks are shown here; all of them have a page of their own. */
const mostShown = 12;

function LastBlocks({ lines, Row }: { lines: AgentLines; Row: RowOf }) {
  const { agent, entries } = lines;
  const kinds = useTranscriptView((view) => view.kinds);
  const items = useMemo(() => timelineItems(entries, new Set(kinds)), [entries, kinds]);
  const pictureUrl = useAgentPictures(agent);
  const earlier = Math.max(items.length - mostShown, 0);
  if (items.length === 0) return <p className="py-1 text-xs text-faint">{text.work.empty}</p>;
  return (
    <PicturePlace value={pictureUrl}>
      {earlier > 0 && <p className="py-1 text-2xs text-faint">{text.work.earlier(earlier)}</p>}
      {items.slice(earlier).map((item) => (
        <div key={item.key} className="py-0.5">
          <Row
            transcript={`agent ${agent.id}`}
            sessionId={agent.session_id}
            item={item}
            live={agent.status === "running"}
          />
        </div>
      ))}
    </PicturePlace>
  );
}

function Work({ agent, Row }: { agent: SubagentTranscript; Row: RowOf }) {
  const { data, error, refetch } = useSubagent({ sessionId: agent.session_id, id: agent.id });
  if (data) return <LastBlocks lines={data} Row={Row} />;
  if (error === null) return <Skeleton lines={3} label={text.transcript.loading} />;
  return (
    <ErrorAlert title={text.transcript.failed} messages={errorMessages(error)}>
      <Button size="small" onClick={() => void refetch()}>
        {text.retry}
      </Button>
    </ErrorAlert>
  );
}

interface Props {
  foldKey: string;
  sessionId: number;
  /** The call that started it. */
  callId: string;
  /** The session is running: the work of a call may be recorded after the call has returned. */
  live: boolean;
  /** A link to its full transcript. */
  link: ReactNode;
  Row: RowOf;
}

/** A subagent in the transcript that started it: its status, its figures and its last entries. */
export function AgentLane({ foldKey, sessionId, callId, live, link, Row }: Props) {
  const agent = useAgentOf(sessionId, callId, live);
  const costs = useAgentCosts(sessionId);
  const [open, toggle] = usePartFold(`${foldKey}:lane`);
  return (
    <div className="ms-[2.4rem]">
      <div className="flex items-center gap-x-3 text-xs">
        {link}
        {agent && (
          <>
            <button
              type="button"
              aria-expanded={open}
              onClick={toggle}
              className="shrink-0 rounded-sm px-1 font-medium text-accent hover:underline pointer-coarse:min-h-10"
            >
              {open ? text.work.hide : text.work.show}
            </button>
            <AgentStatus status={agent.status} />
            <span className="min-w-0 truncate text-faint tabular-nums max-sm:hidden">
              {figures(agent, costs.get(agent.agent_id))}
            </span>
          </>
        )}
      </div>
      {agent && open && (
        <section
          aria-label={text.work.label(agent.display_label)}
          className="mt-1 mb-2 border-s-2 border-line ps-2"
        >
          <Work agent={agent} Row={Row} />
        </section>
      )}
    </div>
  );
}
