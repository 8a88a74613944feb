import { memo } from "react";
import { useMinute } from "../../../lib/time.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { CostLabel } from "../../costs/CostLabel.tsx";
import { PullRequestLink } from "../../pull-requests/PullRequestLink.tsx";
import { useSelection } from "../../selection/selection.store.ts";
import { GoalRing } from "../../sessions/GoalRing.tsx";
import { SchedulingClassBadge } from "../../sessions/SchedulingClassBadge.tsx";
import { projectName, runtimeLabel } from "../../sessions/session-fields.ts";
import { ExpandButton } from "./ExpandButton.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { RowCheckbox } from "./RowCheckbox.tsx";
import { RowChips } from "./RowChips.tsx";
import { RowLine } from "./RowLine.tsx";
import { RowTitle } from "./RowTitle.tsx";
import { chipsOf } from "./row-chips.ts";
import type { RowProps } from "./use-rows.ts";

/** A session in a column. */
export const SessionCard = memo(function SessionCard(props: RowProps) {
  const { session, index, summary, facts, node, unread, gone, order } = props;
  const isSelected = useSelection(({ ids }) => ids.has(session.id));
  const { goal_check: check } = session;
  const chips = chipsOf(session, useMinute(), facts);
  return (
    <div
      data-row={index}
      data-session={session.id}
      className={`group/row relative isolate mx-2 mb-2 flex flex-col gap-1.5 rounded-lg border border-line p-2.5 ${isSelected ? "bg-accent-soft" : "bg-surface hover:bg-hover"} ${gone ? "opacity-45" : ""}`}
    >
      <span className="flex items-start gap-1.5">
        <RowCheckbox session={session} order={order} />
        <span className="min-w-0 flex-1 pt-0.5">
          <RowTitle session={session} unread={unread} wraps />
        </span>
        <span className="-me-1 -mt-0.5">
          <RowButtons session={session} />
        </span>
      </span>
      <RowLine session={session} summary={summary} facts={facts} clamped />
      {(chips.length > 0 || node || check !== null) && (
        <span className="flex flex-wrap items-center gap-1">
          <RowChips session={session} chips={chips} />
          {check !== null && <GoalRing check={check} />}
          {node && <ExpandButton session={session} node={node} />}
        </span>
      )}
      <span className="flex min-w-0 items-center gap-x-2 text-2xs text-faint">
        <span className="truncate text-soft">{projectName(session)}</span>
        <span className="shrink-0">{runtimeLabel(session.agent_runtime)}</span>
        <span className="ms-auto shrink-0">
          <SchedulingClassBadge session={session} />
        </span>
      </span>
      <span className="-my-1 flex h-6 min-w-0 items-center gap-x-2 text-2xs text-faint">
        <span className="-ms-1 min-w-0 flex-1">
          <PullRequestLink requests={facts?.pull_requests ?? []} />
        </span>
        <CostLabel cost={facts?.cost} />
        <RelativeTime instant={session.updated_at} className="w-12 shrink-0 text-end" />
      </span>
    </div>
  );
});
