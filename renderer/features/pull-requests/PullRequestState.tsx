import {
  CircleCheck,
  CircleDashed,
  CircleX,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  type LucideIcon,
} from "lucide-react";
import type { OpenedPullRequest } from "../../../server/domains/repositories/pull-requests/model.ts";
import { checksText, type StateName, stateOf, stateText } from "./pull-request-state.ts";

interface StatusStyle {
  Icon: LucideIcon;
  tone: string;
}

const states: Record<StateName, StatusStyle> = {
  unread: { Icon: GitPullRequest, tone: "text-faint" },
  draft: { Icon: GitPullRequestDraft, tone: "text-faint" },
  open: { Icon: GitPullRequest, tone: "text-running" },
  merged: { Icon: GitMerge, tone: "text-accent" },
  closed: { Icon: GitPullRequestClosed, tone: "text-failed" },
};

const checks: Record<NonNullable<OpenedPullRequest["ci"]>, StatusStyle> = {
  pass: { Icon: CircleCheck, tone: "text-running" },
  fail: { Icon: CircleX, tone: "text-failed" },
  cancel: { Icon: CircleX, tone: "text-faint" },
  pending: { Icon: CircleDashed, tone: "text-needs" },
  skipping: { Icon: CircleDashed, tone: "text-faint" },
  none: { Icon: CircleDashed, tone: "text-faint" },
};

interface Props {
  request: Pick<OpenedPullRequest, "state" | "is_draft" | "ci">;
  /** The icon alone, where the words stand elsewhere. */
  short?: boolean;
}

/** Where a pull request is with its host, as an icon and a word. */
export function PullRequestState({ request, short = false }: Props) {
  const state = stateOf(request);
  const { Icon, tone } = states[state];
  const mark = <Icon aria-hidden className={`size-3.5 shrink-0 ${tone}`} />;
  if (short) return mark;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-soft">
      {mark}
      {stateText[state]}
    </span>
  );
}

/** How its checks go; nothing before they were read, and in short nothing once they do not count any more. */
export function PullRequestChecks({ request: { state, ci }, short = false }: Props) {
  if (ci === null || (short && (state !== "open" || ci === "none"))) return null;
  const { Icon, tone } = checks[ci];
  const mark = <Icon aria-hidden className={`size-3 shrink-0 ${tone}`} />;
  if (short) return mark;
  return (
    <span className={`inline-flex items-center gap-1 ${tone}`}>
      {mark}
      {checksText[ci]}
    </span>
  );
}
