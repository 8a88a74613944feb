import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { ReadPullRequest } from "../../../server/domains/review/changes/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { localizeTimes, useMinute } from "../../lib/time.ts";
import { LoadErrorAlert } from "../../ui/LoadErrorAlert.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SessionNoticeMenu } from "../pull-requests/NoticeSwitches.tsx";
import { PullRequestChecks } from "../pull-requests/PullRequestChecks.tsx";
import { PullRequestState } from "../pull-requests/PullRequestState.tsx";
import { newestRead } from "../pull-requests/pull-request-state.ts";
import { MergeButton } from "./MergeButton.tsx";
import { checksUrl, runLabel, type Tone } from "./pull-request-runs.ts";
import { text } from "./text.ts";
import { usePullRequests } from "./use-pull-requests.ts";

const tones: Record<Tone, string> = {
  good: "text-running",
  bad: "text-failed",
  waiting: "text-needs",
  quiet: "text-soft",
};

function Checks({ request }: { request: ReadPullRequest }) {
  if (request.ci === null) return null;
  return (
    <a
      href={checksUrl(request.url)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1 hover:underline"
    >
      <PullRequestChecks request={request} />
      <ExternalLink aria-hidden className="size-3" />
    </a>
  );
}

/** Workflow runs that the merge started. */
function Runs({ runs }: { runs: NonNullable<ReadPullRequest["merge_runs"]> }) {
  if (runs.length === 0) return null;
  return (
    <ul aria-label={text.pullRequests.runs} className="flex flex-wrap gap-x-3">
      {runs.map((run, place) => {
        const { label, tone } = runLabel(run);
        return (
          // Several runs may share a name, and the list keeps its order.
          <li key={`${place} ${run.name}`}>
            {run.name}: <span className={tones[tone]}>{label}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface RequestProps {
  request: ReadPullRequest;
  followed: boolean;
  /** The merge button, on the newest pull request only. */
  merge: ReactNode;
  /** On the same one. */
  menu: ReactNode;
}

function Request({ request, followed, merge, menu }: RequestProps) {
  const { url, name, title, merge_runs, read_at, problem, link_only } = request;
  const now = useMinute();
  return (
    <li className="flex flex-col gap-0.5 px-2.5 py-1.5 text-xs">
      <p className="flex min-w-0 items-center gap-2">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 shrink-0 items-center font-medium text-accent hover:underline"
        >
          {name}
        </a>
        <span className="min-w-0 flex-1 truncate" title={title ?? undefined}>
          {title}
        </span>
        <PullRequestState request={request} />
      </p>
      <div className="flex flex-wrap items-center gap-x-3 text-soft">
        <Checks request={request} />
        <Runs runs={merge_runs ?? []} />
        {read_at !== null && (
          <span className="text-faint">
            {text.pullRequests.updated} <RelativeTime instant={read_at} spoken />
          </span>
        )}
        {merge}
        <span className="ms-auto">{menu}</span>
      </div>
      {problem !== null && (
        <p className="text-failed">{text.pullRequests.problem(localizeTimes(problem, now))}</p>
      )}
      {link_only && <p className="text-faint">{text.pullRequests.linkOnly}</p>}
      {!link_only && !followed && read_at === null && (
        <p className="text-faint">{text.pullRequests.noToken}</p>
      )}
    </li>
  );
}

/** The pull requests that the session opened, as last loaded from their host. */
export function PullRequests({ session }: { session: Session }) {
  const { data, error, refetch } = usePullRequests(session);
  if (!data)
    return (
      error && <LoadErrorAlert what={text.pullRequests.what} error={error} onRetry={() => void refetch()} />
    );
  const { pull_requests, followed } = data;
  if (pull_requests.length === 0) return null;
  const newest = newestRead(pull_requests);
  return (
    <ul
      aria-label={text.pullRequests.list}
      className="divide-y divide-line rounded-lg border border-line bg-surface py-0.5"
    >
      {pull_requests.map((request) => (
        <Request
          key={request.url}
          request={request}
          followed={followed}
          merge={request === newest && <MergeButton session={session} request={request} />}
          menu={request === newest && followed && <SessionNoticeMenu id={session.id} />}
        />
      ))}
    </ul>
  );
}
