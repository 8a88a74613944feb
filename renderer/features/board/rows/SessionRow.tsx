import { GitBranch } from "lucide-react";
import { memo } from "react";
import type { RowFacts } from "../../../../server/domains/sessions/overview/model.ts";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { useMinute } from "../../../lib/time.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { CostLabel } from "../../costs/CostLabel.tsx";
import { PullRequestLink } from "../../pull-requests/PullRequestLink.tsx";
import { DropIndicator } from "../../reorder/DropIndicator.tsx";
import { useDragHandle } from "../../reorder/drag-handle-context.ts";
import { useSelection } from "../../selection/selection.store.ts";
import { SchedulingClassBadge } from "../../sessions/SchedulingClassBadge.tsx";
import { isUsualBranch, projectName, runtimeLabel, textAt } from "../../sessions/session-fields.ts";
import { ExpandButton } from "./ExpandButton.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { RowCheckbox } from "./RowCheckbox.tsx";
import { RowChips } from "./RowChips.tsx";
import { RowLine } from "./RowLine.tsx";
import { RowTitle } from "./RowTitle.tsx";
import { chipsOf, modelLabel } from "./row-chips.ts";
import type { TreeNode } from "./tree.ts";

function Home({ session }: { session: Session }) {
  const { git_root, branch } = session;
  return (
    <span className="flex min-w-0 items-center gap-2 lg:w-36 xl:w-48">
      <span className="truncate text-soft" title={git_root ?? undefined}>
        {projectName(session)}
      </span>
      {!isUsualBranch(branch) && (
        <span className="flex min-w-0 items-center gap-1 font-mono text-2xs" title={branch}>
          <GitBranch aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{branch}</span>
        </span>
      )}
    </span>
  );
}

function Facts({ session, facts, ranked }: Pick<Props, "session" | "facts"> & { ranked: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-x-3 gap-y-1 text-xs text-faint max-lg:flex-wrap">
      <Home session={session} />
      <span className="shrink-0 max-lg:empty:hidden lg:w-18">
        <PullRequestLink requests={facts?.pull_requests ?? []} />
      </span>
      <span className="shrink-0 text-end max-lg:empty:hidden lg:w-14">
        <CostLabel cost={facts?.cost} />
      </span>
      <RelativeTime instant={session.updated_at} className="shrink-0 lg:hidden" />
      <span className="hidden w-32 truncate xl:inline" title={textAt(session.config, "model") ?? undefined}>
        {runtimeLabel(session.agent_runtime)}
        <span className="mx-1.5 text-2xs">{modelLabel(session)}</span>
      </span>
      <span className={ranked ? "shrink-0" : "w-15 shrink-0 max-lg:hidden"}>
        <SchedulingClassBadge session={session} ranked={ranked} />
      </span>
    </span>
  );
}

interface Props {
  session: Session;
  index: number;
  summary: string | undefined;
  facts: RowFacts | undefined;
  /** Its place in the tree, if parents are shown above their children. */
  node: TreeNode | undefined;
  unread: boolean;
  /** It left the list and is still shown. */
  gone: boolean;
  order(): readonly number[];
}

function Heading({ session, node, unread, facts }: Pick<Props, "session" | "node" | "unread" | "facts">) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 lg:flex-nowrap">
      <RowTitle session={session} unread={unread} />
      {node && <ExpandButton session={session} node={node} />}
      <RowChips session={session} chips={chipsOf(session, useMinute(), facts)} />
    </span>
  );
}

/** Indents by the number of parents, up to what a narrow screen has room for. */
const indent = (depth: number): string => `calc(${Math.min(depth, 6)} * var(--tree-step))`;

const frame =
  "group/row relative isolate flex min-h-11 items-start gap-2 border-b border-line px-3 py-2 transition-opacity [--tree-step:0.75rem] lg:items-center lg:px-4 lg:py-1 lg:[--tree-step:1.5rem]";

/** One or two lines on a wide screen, up to four on a phone; pressing the row outside its buttons opens the session. */
export const SessionRow = memo(function SessionRow(props: Props) {
  const { session, index, facts, node, gone } = props;
  const isSelected = useSelection(({ ids }) => ids.has(session.id));
  const drawGrip = useDragHandle();
  return (
    <div
      data-row={index}
      data-session={session.id}
      data-reorder
      style={node && { marginInlineStart: indent(node.depth) }}
      className={`${frame} ${isSelected ? "bg-accent-soft" : "bg-surface hover:bg-hover has-[a:focus-visible]:bg-hover"} ${gone ? "opacity-45" : ""}`}
    >
      <DropIndicator id={session.id} />
      {drawGrip?.(session.id)}
      <RowCheckbox session={session} order={props.order} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 lg:flex-row lg:items-center lg:gap-4">
        <span className="flex min-w-0 flex-1 flex-col">
          <Heading session={session} node={node} unread={props.unread} facts={facts} />
          <RowLine session={session} summary={props.summary} facts={facts} />
        </span>
        <Facts session={session} facts={facts} ranked={drawGrip !== null} />
      </span>
      <RowButtons session={session} />
      <RelativeTime
        instant={session.updated_at}
        className="w-13 shrink-0 text-end text-xs text-faint max-lg:hidden"
      />
    </div>
  );
});
