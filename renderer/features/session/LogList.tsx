import { useInfiniteQuery } from "@tanstack/react-query";
import {
  type LogLevel,
  type SessionLog,
  sessionLogOperations,
} from "../../../server/domains/session-logs/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import { call } from "../../lib/client.ts";
import { fullTime, timeOfDay } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { liveKeys } from "../live/apply-event.ts";

const fetchLogs = (sessionId: number, page: number, signal: AbortSignal) =>
  call(
    sessionLogOperations.listLogs,
    { params: { session_id: String(sessionId) }, query: { page, per_page: 100 } },
    { signal },
  );

const useLogs = (sessionId: number) =>
  useInfiniteQuery({
    queryKey: liveKeys.logs(sessionId),
    queryFn: ({ pageParam, signal }) => fetchLogs(sessionId, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) =>
      page < (total_pages ?? 0) ? page + 1 : undefined,
  });

const tones: Record<LogLevel, string> = {
  error: "text-failed",
  warning: "text-needs",
  info: "text-ink",
  debug: "text-faint",
  verbose: "text-faint",
};

function Line({ line }: { line: SessionLog }) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-2 border-b border-line px-4 py-1.5 text-xs">
      <time
        dateTime={line.created_at}
        title={fullTime(line.created_at)}
        className="whitespace-nowrap text-faint tabular-nums"
      >
        {timeOfDay(line.created_at)}
      </time>
      <p className={`wrap-anywhere whitespace-pre-wrap ${tones[line.level]}`}>
        {(line.level === "error" || line.level === "warning") && (
          <span className="sr-only">{line.level}: </span>
        )}
        {line.content}
      </p>
    </li>
  );
}

/** What the service noted about the session, newest first. */
export function LogList({ sessionId }: { sessionId: number }) {
  const logs = useLogs(sessionId);
  const lines = logs.data?.pages.flatMap((page) => page.logs) ?? [];
  if (logs.isPending) return <Skeleton lines={6} label="Loading the log" />;
  if (logs.error !== null && lines.length === 0) {
    return (
      <div className="p-4">
        <Problem title="The log could not be loaded" sentences={sentencesOf(logs.error)} />
      </div>
    );
  }
  if (lines.length === 0)
    return (
      <EmptyState title="The log is empty" text="The service notes here what it does with the session." />
    );
  return (
    <>
      <ol aria-label="Log lines, newest first">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      {logs.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button size="small" busy={logs.isFetchingNextPage} onClick={() => void logs.fetchNextPage()}>
            Show older lines
          </Button>
        </div>
      )}
    </>
  );
}
