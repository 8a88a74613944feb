import type { ReactNode } from "react";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { CostMark } from "../../costs/CostLabel.tsx";
import { PullRequestMark } from "../../pull-requests/PullRequestLink.tsx";
import { ClassBadge } from "../../sessions/SchedulingClassBadge.tsx";
import { homeOf, runtimeLabel } from "../../sessions/text.ts";
import type { ColumnName } from "../views/columns.ts";
import { RowChips } from "./RowChips.tsx";
import { chipsOf, lineOf, modelWords } from "./row-chips.ts";
import type { RowProps } from "./use-rows.ts";

type Cell = (row: RowProps, now: number) => ReactNode;

const Failure = ({ sentence }: { sentence: string | null }) =>
  sentence !== null && (
    <span title={sentence} className="truncate text-failed">
      {sentence}
    </span>
  );

/** What each column of the table shows of a session. */
export const cells: Record<ColumnName, Cell> = {
  why: ({ session, facts }, now) => (
    <span className="flex items-center gap-1.5">
      <RowChips session={session} chips={chipsOf(session, now, facts)} />
      {session.status === "failed" && <Failure sentence={lineOf(session, undefined)} />}
    </span>
  ),
  root: ({ session }) => homeOf(session),
  branch: ({ session }) => <span className="font-mono text-2xs">{session.branch}</span>,
  runtime: ({ session }) => runtimeLabel(session.agent_runtime),
  model: ({ session }) => modelWords(session),
  class: ({ session }) => <ClassBadge session={session} />,
  rank: ({ session }) => <span className="tabular-nums">{session.precedence}</span>,
  pull_request: ({ facts }) => <PullRequestMark requests={facts?.pull_requests ?? []} />,
  cost: ({ facts }) => <CostMark cost={facts?.cost} />,
  created: ({ session }) => <RelativeTime instant={session.created_at} />,
  updated: ({ session }) => <RelativeTime instant={session.updated_at} />,
};
