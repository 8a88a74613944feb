import type { OpenedPullRequest } from "../../../server/domains/repositories/pull-requests/model.ts";
import { PullRequestChecks, PullRequestState } from "./PullRequestState.tsx";
import { mainPullRequest, pullRequestText } from "./pull-request-state.ts";

/** The pull request at work, its state and its checks; leads to it on its host. */
export function PullRequestLink({ requests }: { requests: readonly OpenedPullRequest[] }) {
  const main = mainPullRequest(requests);
  if (!main) return null;
  const others = requests.length - 1;
  const words = `${pullRequestText(main)}${others === 0 ? "" : `, and ${others} more`}`;
  return (
    <a
      href={main.url}
      target="_blank"
      rel="noreferrer"
      title={words}
      className="relative z-10 inline-flex h-6 shrink-0 items-center rounded-sm px-1 text-2xs text-soft tabular-nums hover:bg-hover hover:underline"
    >
      <span className="sr-only">{words}</span>
      <span aria-hidden className="inline-flex items-center gap-1">
        <PullRequestState request={main} short />#{main.name.split("#").at(-1)}
        <PullRequestChecks request={main} short />
        {others > 0 && <span className="text-faint">+{others}</span>}
      </span>
    </a>
  );
}
