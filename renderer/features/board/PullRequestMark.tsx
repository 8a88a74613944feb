import {
  CircleCheck,
  CircleDashed,
  CircleX,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
} from "lucide-react";
import type { OpenedPullRequest } from "../../../server/domains/pull-requests/model.ts";
import { mainPullRequest, pullRequestWords, stateOf } from "./pull-request-words.ts";

const states = {
  unread: { Icon: GitPullRequest, tone: "text-faint" },
  draft: { Icon: GitPullRequestDraft, tone: "text-faint" },
  open: { Icon: GitPullRequest, tone: "text-running" },
  merged: { Icon: GitMerge, tone: "text-accent" },
  closed: { Icon: GitPullRequestClosed, tone: "text-failed" },
};

const checks = {
  pass: { Icon: CircleCheck, tone: "text-running" },
  fail: { Icon: CircleX, tone: "text-failed" },
  cancel: { Icon: CircleX, tone: "text-faint" },
  pending: { Icon: CircleDashed, tone: "text-needs" },
  skipping: { Icon: CircleDashed, tone: "text-faint" },
};

function Checks({ request: { state, ci } }: { request: OpenedPullRequest }) {
  if (state !== "open" || ci === null || ci === "none") return null;
  const { Icon, tone } = checks[ci];
  return <Icon aria-hidden className={`size-3 ${tone}`} />;
}

/** The pull request at work, its state and its checks; leads to it on its host. */
export function PullRequestMark({ requests }: { requests: readonly OpenedPullRequest[] }) {
  const main = mainPullRequest(requests);
  if (!main) return null;
  const { Icon, tone } = states[stateOf(main)];
  const others = requests.length - 1;
  const words = `${pullRequestWords(main)}${others === 0 ? "" : `, and ${others} more`}`;
  return (
    <a
      href={main.url}
      target="_blank"
      rel="noreferrer"
      title={words}
      aria-label={words}
      className="relative z-10 inline-flex h-6 shrink-0 items-center gap-1 rounded-sm px-1 text-2xs text-soft tabular-nums hover:bg-hover hover:underline"
    >
      <Icon aria-hidden className={`size-3.5 ${tone}`} />#{main.name.split("#").at(-1)}
      <Checks request={main} />
      {others > 0 && <span className="text-faint">+{others}</span>}
    </a>
  );
}
