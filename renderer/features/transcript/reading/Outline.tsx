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
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useTurns } from "../../turn-history/api.ts";
import { anchorOf, firstLine } from "../view-model.ts";
import { outlineParts, turnLine } from "./outline.ts";
import { useTurnWords } from "./use-turn-strips.ts";

/** Asked for anew each time that it is opened. */
const usePrompts = (sessionId: number) =>
  useQuery({
    queryKey: ["transcript-prompts", sessionId],
    queryFn: ({ signal }) =>
      callApi(transcriptOperations.listPrompts, { params: { id: String(sessionId) } }, { signal }),
    gcTime: 0,
  });

function Prompt({ prompt, onGone }: { prompt: TimelinePrompt; onGone(): void }) {
  const { index, timestamp, text } = prompt;
  const now = useMinute();
  return (
    <li>
      <Link
        from="/sessions/$id"
        to="."
        search={(search) => search}
        hash={anchorOf(index)}
        onClick={onGone}
        className="flex items-baseline gap-3 rounded-sm px-2 py-1.5 hover:bg-hover pointer-coarse:py-3"
      >
        <span className="min-w-0 flex-1 truncate">{firstLine(text) || "Files without text"}</span>
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
  onGone(): void;
}

/** The turns with what each cost, and what the agent was told in them, each a way to its line. */
export function Outline({ sessionId, onGone }: Props) {
  const { data, error, isPending } = usePrompts(sessionId);
  const { data: turns = [] } = useTurns(sessionId);
  const words = useTurnWords(sessionId);
  const parts = useMemo(() => (data ? outlineParts(data, turns) : []), [data, turns]);
  if (isPending) return <Skeleton lines={5} label="Loading the outline" />;
  if (!data) return <ErrorAlert title="Could not load the outline" messages={errorMessages(error)} />;
  if (parts.length === 0) return <p className="text-soft">No prompts yet. Prompts and turns appear here.</p>;
  return (
    <>
      {data.truncated && (
        <p className="text-xs text-faint">
          Only the newest {data.prompts.length.toLocaleString()} prompts are listed.
        </p>
      )}
      <ol aria-label="Turns, oldest first" className="-mx-2 flex flex-col gap-2">
        {parts.map(({ key, turn, prompts }) => (
          <li key={key}>
            {turn && <p className="px-2 text-2xs text-faint tabular-nums">{turnLine(turn, words)}</p>}
            {prompts.length > 0 && (
              <ul>
                {prompts.map((prompt) => (
                  <Prompt key={`${prompt.index} ${prompt.text}`} prompt={prompt} onGone={onGone} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
