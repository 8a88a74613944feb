import {
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  Link,
  type LucideIcon,
} from "lucide-react";
import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import { type StateName, stateOf } from "./pull-request-state.ts";
import { text } from "./text.ts";

interface StateStyle {
  Icon: LucideIcon;
  tone: string;
}

const states: Record<StateName, StateStyle> = {
  link: { Icon: Link, tone: "text-faint" },
  unread: { Icon: GitPullRequest, tone: "text-faint" },
  draft: { Icon: GitPullRequestDraft, tone: "text-faint" },
  open: { Icon: GitPullRequest, tone: "text-running" },
  merged: { Icon: GitMerge, tone: "text-accent" },
  closed: { Icon: GitPullRequestClosed, tone: "text-failed" },
};

interface Props {
  request: Pick<OpenedPullRequest, "state" | "is_draft" | "link_only">;
  /** The icon alone. */
  short?: boolean;
}

/** The state of a pull request on its host, as an icon and a word. */
export function PullRequestState({ request, short = false }: Props) {
  const state = stateOf(request);
  const { Icon, tone } = states[state];
  const mark = <Icon aria-hidden className={`size-3.5 shrink-0 ${tone}`} />;
  if (short) return mark;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-soft">
      {mark}
      {text.states[state]}
    </span>
  );
}
