import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import { PullRequestChecks } from "./PullRequestChecks.tsx";
import { PullRequestState } from "./PullRequestState.tsx";
import { mainPullRequest, pullRequestText } from "./pull-request-state.ts";
import { text } from "./text.ts";

/** A link to the main pull request on its host, with its state and checks. */
export function PullRequestLink({ requests }: { requests: readonly OpenedPullRequest[] }) {
  const main = mainPullRequest(requests);
  if (!main) return null;
  const others = requests.length - 1;
  const label = others === 0 ? pullRequestText(main) : text.andMore(pullRequestText(main), others);
  return (
    <a
      href={main.url}
      target="_blank"
      rel="noreferrer"
      title={label}
      className="relative z-10 inline-flex h-6 shrink-0 items-center rounded-sm px-1 text-2xs text-soft tabular-nums hover:bg-hover hover:underline"
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden className="inline-flex items-center gap-1">
        <PullRequestState request={main} short />#{main.name.split("#").at(-1)}
        <PullRequestChecks request={main} short />
        {others > 0 && <span className="text-faint">+{others}</span>}
      </span>
    </a>
  );
}
