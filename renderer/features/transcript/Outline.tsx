import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { transcriptOperations } from "../../../server/domains/transcripts/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import { call } from "../../lib/client.ts";
import { timeOfDay } from "../../lib/time.ts";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { anchorOf, firstLine } from "./view-model.ts";

/** Asked for anew each time that it is opened. */
const usePrompts = (sessionId: number) =>
  useQuery({
    queryKey: ["transcript-prompts", sessionId],
    queryFn: ({ signal }) =>
      call(transcriptOperations.listPrompts, { params: { id: String(sessionId) } }, { signal }),
    gcTime: 0,
  });

/** What the agent was told, each a way to its line. */
export function Outline({ sessionId, onGone }: { sessionId: number; onGone(): void }) {
  const { data, error, isPending } = usePrompts(sessionId);
  if (isPending) return <Skeleton lines={5} label="Loading the prompts" />;
  if (!data) return <Problem title="The prompts could not be loaded" sentences={sentencesOf(error)} />;
  if (data.prompts.length === 0) return <p className="text-soft">Nobody has written to the agent yet.</p>;
  return (
    <>
      {data.truncated && (
        <p className="text-xs text-faint">Only the newest {data.prompts.length} are listed.</p>
      )}
      <ol className="-mx-2">
        {data.prompts.map(({ index, timestamp, text }) => (
          <li key={`${index} ${text}`}>
            <Link
              from="/sessions/$id"
              to="."
              search={(search) => search}
              hash={anchorOf(index)}
              onClick={onGone}
              className="flex items-baseline gap-3 rounded-sm px-2 py-1.5 hover:bg-hover pointer-coarse:py-3"
            >
              <span className="min-w-0 flex-1 truncate">{firstLine(text) || "Files without a text"}</span>
              {timestamp !== null && (
                <span className="shrink-0 text-2xs text-faint tabular-nums">{timeOfDay(timestamp)}</span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}
