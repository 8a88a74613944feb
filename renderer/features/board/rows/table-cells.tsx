import type { ReactNode } from "react";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { CostLabel } from "../../costs/CostLabel.tsx";
import { PullRequestLink } from "../../pull-requests/PullRequestLink.tsx";
import { GoalRing } from "../../sessions/GoalRing.tsx";
import { attentionLine } from "../../sessions/reason-line.ts";
import { SchedulingClassBadge } from "../../sessions/SchedulingClassBadge.tsx";
import { projectName, runtimeLabel } from "../../sessions/session-fields.ts";
import type { ColumnName } from "../views/columns.ts";
import { RowChips } from "./RowChips.tsx";
import { RowActivity } from "./RowLine.tsx";
import { chipsOf, modelLabel, subtitleOf } from "./row-chips.ts";
import type { RowProps } from "./use-rows.ts";

type Cell = (row: RowProps, now: number) => ReactNode;

const Failure = ({ sentence }: { sentence: string | null }) =>
  sentence !== null && (
    <span title={sentence} className="truncate text-failed">
      {sentence}
    </span>
  );

const Reason = ({ sentence }: { sentence: string | null }) =>
  sentence !== null && (
    <span title={sentence} className="truncate text-soft">
      {sentence}
    </span>
  );

/** What each column of the table shows of a session. */
export const cells: Record<ColumnName, Cell> = {
  why: ({ session, facts }, now) => (
    <span className="flex items-center gap-1.5">
      <RowChips session={session} chips={chipsOf(session, now, facts)} />
      <RowActivity session={session} facts={facts} />
      {session.goal_check !== null && <GoalRing check={session.goal_check} />}
      <Reason sentence={attentionLine(session)} />
      {session.status === "failed" && <Failure sentence={subtitleOf(session, undefined)} />}
    </span>
  ),
  root: ({ session }) => projectName(session),
  branch: ({ session }) => <span className="font-mono text-2xs">{session.branch}</span>,
  runtime: ({ session }) => runtimeLabel(session.agent_runtime),
  model: ({ session }) => modelLabel(session),
  class: ({ session }) => <SchedulingClassBadge session={session} />,
  rank: ({ session }) => <span className="tabular-nums">{session.precedence}</span>,
  pull_request: ({ facts }) => <PullRequestLink requests={facts?.pull_requests ?? []} />,
  cost: ({ facts }) => <CostLabel cost={facts?.cost} />,
  created: ({ session }) => <RelativeTime instant={session.created_at} />,
  updated: ({ session }) => <RelativeTime instant={session.updated_at} />,
};
