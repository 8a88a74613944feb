import { Link } from "@tanstack/react-router";
import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import type { ConversationTurn } from "../../../server/domains/live/conversations/model.ts";
import { text } from "./text.ts";

const mostChips = 6;

function SessionChips({ ids }: { ids: readonly number[] }) {
  return (
    <>
      {ids.slice(0, mostChips).map((id) => (
        <Link
          key={id}
          to="/sessions/$id"
          params={{ id: String(id) }}
          className="rounded-full bg-accent-soft px-1.5 text-2xs font-semibold text-accent hover:underline"
        >
          #{id}
        </Link>
      ))}
    </>
  );
}

/** One line for a tool, with what was asked and answered behind it. */
export function TalkTool({ turn }: { turn: ConversationTurn }) {
  const isRunning = turn.tool_output === null && turn.tool_error === null;
  const Icon = isRunning ? LoaderCircle : turn.tool_error === null ? Check : CircleAlert;
  const color = turn.tool_error === null ? "text-faint" : "text-failed";
  return (
    <details className="self-start text-xs text-soft">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 py-0.5">
        <Icon aria-hidden className={`size-3.5 shrink-0 ${color} ${isRunning ? "animate-spin" : ""}`} />
        <span>{text.tool(turn.tool_name ?? "")}</span>
        {turn.tool_error !== null && <span className="text-failed">{text.toolFailed}</span>}
        <SessionChips ids={turn.session_ids} />
      </summary>
      <dl className="mt-1 flex flex-col gap-1 ps-5">
        <dt className="font-medium">{text.arguments}</dt>
        <dd className="max-h-24 overflow-auto font-mono break-all whitespace-pre-wrap">
          {turn.tool_arguments}
        </dd>
        <dt className="font-medium">{text.output}</dt>
        <dd className="max-h-48 overflow-auto break-words whitespace-pre-wrap">
          {turn.tool_error ?? turn.tool_output}
        </dd>
      </dl>
    </details>
  );
}
