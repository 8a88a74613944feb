import { Link } from "@tanstack/react-router";
import { ArrowRight, Bot } from "lucide-react";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import { LazyBoundary } from "../../../ui/LazyBoundary.tsx";
import { searchForTab } from "../../sessions/session-page-search.ts";
import type { RowOf } from "../subagents/AgentLane.tsx";
import { useFold } from "../transcript.store.ts";
import type { EventOf, TimelineItem } from "../view-model.ts";
import { CallBody } from "./CallBody.tsx";
import { FoldedRow } from "./FoldedRow.tsx";
import { Outcome } from "./ToolEntry.tsx";
import { text } from "./text.ts";

const AgentLane = lazyComponent(async () => (await import("../subagents/AgentLane.tsx")).AgentLane);

interface Props {
  foldKey: string;
  sessionId: number;
  event: EventOf<"subagent">;
  item: TimelineItem;
  live: boolean;
  /** Renders a block of its work. */
  Row: RowOf;
}

/** A subagent with its work and a link to its transcript. */
export function SubagentEntry({ foldKey, sessionId, event, item, live, Row }: Props) {
  const [open, toggle] = useFold(foldKey);
  const { call, result } = item;
  const link = (
    <Link
      from="/sessions/$id"
      to="."
      search={searchForTab({ tab: "subagents", agent: event.callId })}
      className="inline-flex shrink-0 items-center gap-1 rounded-sm px-1 text-xs font-medium text-accent hover:underline pointer-coarse:min-h-10"
    >
      {text.subagent.open}
      <ArrowRight aria-hidden className="size-3 rtl:-scale-x-100" />
    </Link>
  );
  return (
    <>
      <FoldedRow
        Icon={Bot}
        label={text.subagent.title(event.agent)}
        summary={event.description}
        aside={<Outcome result={result} item={item} live={live} />}
        open={open}
        onToggle={toggle}
        failed={result?.isError ?? false}
      >
        <CallBody
          foldKey={foldKey}
          view={{ kind: "other", input: call ? call.input : event.description }}
          result={result}
          live={live}
        />
      </FoldedRow>
      <LazyBoundary fallback={<div className="ms-[2.4rem] flex">{link}</div>}>
        <AgentLane
          foldKey={foldKey}
          sessionId={sessionId}
          callId={event.callId}
          live={live}
          link={link}
          Row={Row}
        />
      </LazyBoundary>
    </>
  );
}
