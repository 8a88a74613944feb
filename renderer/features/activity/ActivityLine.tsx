import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { SessionActivity } from "../../../server/domains/turns/activity/model.ts";
import type { CostSoFar } from "../../../server/domains/usage/calls/model.ts";
import { useSecond } from "../../lib/second-clock.ts";
import { Counts } from "../changes/Counts.tsx";
import { formatCount } from "../costs/format-cost.ts";
import { actWords, elapsed, showsTurn, silence } from "./activity-words.ts";
import { text } from "./text.ts";

function Act({ activity }: { activity: SessionActivity }) {
  const { verb, subject, isCode } = actWords(activity);
  return (
    <span className="min-w-0 truncate text-running" title={activity.subject ?? undefined}>
      {verb}
      {subject !== null && " "}
      {subject !== null && (isCode ? <code className="text-[0.93em]">{subject}</code> : subject)}
    </span>
  );
}

interface Props {
  session: Session;
  activity: SessionActivity;
  cost: CostSoFar | null | undefined;
}

/** What an agent does now and for how long, what it changed, and the tokens so far. */
export function ActivityLine({ session, activity, cost }: Props) {
  const now = useSecond();
  const quiet = silence(session, now);
  const lines = activity.changed_lines;
  return (
    <span className="flex w-full min-w-0 items-center gap-x-3 text-xs text-faint tabular-nums">
      <span className="flex max-w-full min-w-0 shrink-0 items-center gap-x-1.5">
        <Act activity={activity} />
        <span className="shrink-0">{elapsed(activity.since, now)}</span>
      </span>
      {/* What does not fit beside the act wraps out of sight, whole. */}
      <span className="flex h-4 min-w-0 flex-1 flex-wrap items-center gap-x-3 overflow-hidden leading-4">
        {quiet !== null && <span className="text-needs">{quiet}</span>}
        {showsTurn(activity) && (
          <span className="max-md:hidden">{text.turn(elapsed(activity.turn_started_at, now))}</span>
        )}
        {lines !== null && <Counts of={{ additions: lines.added, deletions: lines.removed }} />}
        {cost && cost.tokens > 0 && (
          <span className="max-sm:hidden">{text.tokens(formatCount(cost.tokens))}</span>
        )}
      </span>
    </span>
  );
}
