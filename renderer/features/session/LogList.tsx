import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  type LogLevel,
  type SessionLog,
  sessionLogOperations,
} from "../../../server/domains/sessions/logs/model.ts";
import { callApi } from "../../lib/client.ts";
import { fullTime, localizeTimes, timeOfDay } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadErrorAlert } from "../../ui/LoadErrorAlert.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { liveKeys } from "../live/apply-event.ts";
import { type LogFilter, logFilters, logQuery, readLogFilter } from "../sessions/log-filter.ts";
import type { SessionSearch } from "../sessions/session-page-search.ts";
import { text } from "./text.ts";

const route = getRouteApi("/sessions/$id");

const useLogs = (sessionId: number, filter: LogFilter | undefined) =>
  useInfiniteQuery({
    queryKey: [...liveKeys.logs(sessionId), filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        sessionLogOperations.listLogs,
        {
          params: { session_id: String(sessionId) },
          query: { page: pageParam, per_page: 100, ...logQuery(filter) },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) =>
      page < (total_pages ?? 0) ? page + 1 : undefined,
    placeholderData: (before) => before,
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
        className="min-w-14 whitespace-nowrap text-faint tabular-nums"
      >
        {timeOfDay(line.created_at)}
      </time>
      <p className={`wrap-anywhere whitespace-pre-wrap ${tones[line.level]}`}>
        {(line.level === "error" || line.level === "warning") && (
          <span className="sr-only">{line.level}: </span>
        )}
        {localizeTimes(line.content, Date.parse(line.created_at))}
      </p>
    </li>
  );
}

function Lines({ logs, filter }: { logs: ReturnType<typeof useLogs>; filter: LogFilter | undefined }) {
  const lines = logs.data?.pages.flatMap((page) => page.logs) ?? [];
  if (logs.isPending) return <Skeleton lines={12} shape="rows" label={text.logList.loading} />;
  if (logs.error !== null && lines.length === 0) {
    return (
      <div className="p-4">
        <LoadErrorAlert what={text.logList.what} error={logs.error} onRetry={() => void logs.refetch()} />
      </div>
    );
  }
  if (lines.length === 0) return <NoLines filtered={filter !== undefined} />;
  return (
    <>
      <ol aria-label={text.logList.list}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      {logs.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button size="small" busy={logs.isFetchingNextPage} onClick={() => void logs.fetchNextPage()}>
            {text.logList.older}
          </Button>
        </div>
      )}
    </>
  );
}

function NoLines({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title={text.logList.noMatch} text={text.logList.noMatchHint} />
  ) : (
    <EmptyState title={text.logList.empty} text={text.logList.emptyHint} />
  );
}

const options = [{ value: "", label: text.logList.all }, ...logFilters];

/** The session log, newest first. The URL holds the level to filter by. */
export function LogList({ sessionId }: { sessionId: number }) {
  const { log: filter } = route.useSearch();
  const navigate = route.useNavigate();
  const logs = useLogs(sessionId, filter);
  const count = logs.data?.pages[0]?.pagination.total_count ?? null;
  const choose = (value: string): void => {
    const log = readLogFilter(value);
    const search = ({ log: _before, ...rest }: SessionSearch): SessionSearch => ({
      ...rest,
      ...(log && { log }),
    });
    void navigate({ search, hash: true, replace: true });
  };
  return (
    <>
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 text-xs">
        <Select
          aria-label={text.logList.filter}
          options={options}
          value={filter ?? ""}
          onValueChange={choose}
        />
        <span className="text-faint tabular-nums">{count !== null && text.logList.count(count)}</span>
      </div>
      <Lines logs={logs} filter={filter} />
    </>
  );
}
