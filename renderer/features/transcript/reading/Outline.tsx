import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import {
  type TimelinePrompt,
  transcriptOperations,
} from "../../../../server/domains/transcripts/transcripts/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { callApi } from "../../../lib/client.ts";
import { shortDateTime, useMinute } from "../../../lib/time.ts";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { InlineCode } from "../../../ui/InlineCode.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useTurns } from "../../turn-history/api.ts";
import { anchorOf, firstLine } from "../view-model.ts";
import { outlineParts, turnLine } from "./outline.ts";
import { text } from "./text.ts";
import { useTurnFormat } from "./use-turn-captions.ts";

/** Loaded again each time the outline is opened. */
const usePrompts = (sessionId: number) =>
  useQuery({
    queryKey: ["transcript-prompts", sessionId],
    queryFn: ({ signal }) =>
      callApi(transcriptOperations.listPrompts, { params: { id: String(sessionId) } }, { signal }),
    gcTime: 0,
  });

function PromptLink({ prompt, onLeave }: { prompt: TimelinePrompt; onLeave(): void }) {
  const { index, timestamp } = prompt;
  const now = useMinute();
  return (
    <li>
      <Link
        from="/sessions/$id"
        to="."
        search={(search) => search}
        hash={anchorOf(index)}
        onClick={onLeave}
        className="flex items-baseline gap-3 rounded-sm px-2 py-1.5 hover:bg-hover pointer-coarse:py-3"
      >
        <span className="min-w-0 flex-1 truncate">
          <InlineCode text={firstLine(prompt.text) || text.filesOnly} />
        </span>
        {timestamp !== null && (
          <span className="shrink-0 text-2xs text-faint tabular-nums">
            {shortDateTime(new Date(timestamp), new Date(now))}
          </span>
        )}
      </Link>
    </li>
  );
}

interface Props {
  sessionId: number;
  onLeave(): void;
}

/** The turns with their costs and their prompts, each a link to its line. */
export function Outline({ sessionId, onLeave }: Props) {
  const { data, error, isPending } = usePrompts(sessionId);
  const { data: turns = [] } = useTurns(sessionId);
  const format = useTurnFormat(sessionId);
  const parts = useMemo(() => (data ? outlineParts(data, turns) : []), [data, turns]);
  if (isPending) return <Skeleton lines={5} label={text.outline.loading} />;
  if (!data) return <ErrorAlert title={text.outline.failed} messages={errorMessages(error)} />;
  if (parts.length === 0) return <p className="text-soft">{text.outline.empty}</p>;
  return (
    <>
      {data.truncated && (
        <p className="text-xs text-faint">{text.outline.truncated(data.prompts.length.toLocaleString())}</p>
      )}
      <ol aria-label={text.outline.turns} className="-mx-2 flex flex-col gap-2">
        {parts.map(({ key, turn, prompts }) => (
          <li key={key}>
            {turn && <p className="px-2 text-2xs text-faint tabular-nums">{turnLine(turn, format)}</p>}
            {prompts.length > 0 && (
              <ul>
                {prompts.map((prompt) => (
                  <PromptLink key={`${prompt.index} ${prompt.text}`} prompt={prompt} onLeave={onLeave} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
