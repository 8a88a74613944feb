import { Link } from "@tanstack/react-router";
import { ArrowRight, Bot } from "lucide-react";
import { viewSearch } from "../session/tabs.ts";
import { FoldedRow } from "./FoldedRow.tsx";
import { LaterCallBody } from "./LaterCallBody.tsx";
import { Outcome } from "./ToolEntry.tsx";
import { useFold } from "./transcript.store.ts";
import type { EventOf, TimelineItem } from "./view-model.ts";

interface Props {
  foldKey: string;
  event: EventOf<"subagent">;
  item: TimelineItem;
  live: boolean;
}

/** An agent that the agent started, with the way to its own transcript. */
export function SubagentEntry({ foldKey, event, item, live }: Props) {
  const [open, toggle] = useFold(foldKey);
  const { call, result } = item;
  return (
    <>
      <FoldedRow
        Icon={Bot}
        label={`Subagent ${event.agent}`}
        summary={event.description}
        aside={<Outcome result={result} tookMs={item.tookMs} live={live} />}
        open={open}
        onToggle={toggle}
        failed={result?.isError ?? false}
      >
        <LaterCallBody
          foldKey={foldKey}
          view={{ kind: "other", input: call ? call.input : event.description }}
          result={result}
          live={live}
        />
      </FoldedRow>
      <Link
        from="/sessions/$id"
        to="."
        search={viewSearch({ tab: "subagents", agent: event.callId })}
        className="ms-[2.4rem] inline-flex items-center gap-1 rounded-sm px-1 text-xs font-medium text-accent hover:underline pointer-coarse:min-h-10"
      >
        Open its transcript
        <ArrowRight aria-hidden className="size-3 rtl:-scale-x-100" />
      </Link>
    </>
  );
}
