import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from "lucide-react";
import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import { text } from "./text.ts";

interface CheckStyle {
  Icon: LucideIcon;
  tone: string;
}

const checks: Record<NonNullable<OpenedPullRequest["ci"]>, CheckStyle> = {
  pass: { Icon: CircleCheck, tone: "text-running" },
  fail: { Icon: CircleX, tone: "text-failed" },
  cancel: { Icon: CircleX, tone: "text-faint" },
  pending: { Icon: CircleDashed, tone: "text-needs" },
  skipping: { Icon: CircleDashed, tone: "text-faint" },
  none: { Icon: CircleDashed, tone: "text-faint" },
};

interface Props {
  request: Pick<OpenedPullRequest, "state" | "ci">;
  /** The icon alone. */
  short?: boolean;
}

/** The checks of a pull request, once they were read. The short form shows them only while it is open. */
export function PullRequestChecks({ request: { state, ci }, short = false }: Props) {
  if (ci === null || (short && (state !== "open" || ci === "none"))) return null;
  const { Icon, tone } = checks[ci];
  const mark = <Icon aria-hidden className={`size-3 shrink-0 ${tone}`} />;
  if (short) return mark;
  return (
    <span className={`inline-flex items-center gap-1 ${tone}`}>
      {mark}
      {text.checks[ci]}
    </span>
  );
}
