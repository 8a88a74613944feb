import { GitBranch } from "lucide-react";
import { memo } from "react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import type { RowFacts } from "../../../../server/domains/surfaces/overview/model.ts";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import { useMinute } from "../../../lib/time.ts";
import { LazyBoundary } from "../../../ui/LazyBoundary.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { CostLabel } from "../../costs/CostLabel.tsx";
import { PullRequestLink } from "../../pull-requests/PullRequestLink.tsx";
import { DropIndicator } from "../../reorder/DropIndicator.tsx";
import { useDragHandle } from "../../reorder/drag-handle-context.ts";
import { useSelection } from "../../selection/selection.store.ts";
import { GoalRing } from "../../sessions/GoalRing.tsx";
import { SchedulingClassBadge } from "../../sessions/SchedulingClassBadge.tsx";
import { isUsualBranch, projectName, runtimeLabel, textAt } from "../../sessions/session-fields.ts";
import { text as sessionText } from "../../sessions/text.ts";
import { ExpandButton } from "./ExpandButton.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { RowCheckbox } from "./RowCheckbox.tsx";
import { RowChips } from "./RowChips.tsx";
import { RowLine } from "./RowLine.tsx";
import { RowTitle } from "./RowTitle.tsx";
import { replyInRow, useReplyingRow } from "./replying.store.ts";
import { chipsOf, modelLabel } from "./row-chips.ts";
import type { TreeNode } from "./tree.ts";

const RowReply = lazyComponent(async () => (await import("./RowReply.tsx")).RowReply, "preload");

function Home({ session }: { session: Session }) {
  const { git_root, branch } = session;
  return (
    <span className="flex min-w-0 items-center gap-2 max-lg:flex-1 lg:w-28 lg:flex-col lg:items-stretch lg:gap-0.5 xl:w-40">
      <span className="min-w-8 truncate text-soft" title={git_root ?? undefined}>
        {projectName(session)}
      </span>
      {!isUsualBranch(branch) && (
        <span className="flex min-w-0 items-center gap-1 font-mono text-2xs max-lg:flex-1" title={branch}>
          <GitBranch aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{branch}</span>
        </span>
      )}
    </span>
  );
}

function Facts({ session, facts, ranked }: Pick<Props, "session" | "facts"> & { ranked: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-x-3 text-xs text-faint max-sm:gap-x-2">
      <Home session={session} />
      <span className="w-19 shrink-0 text-end lg:text-start">
        <PullRequestLink requests={facts?.pull_requests ?? []} />
      </span>
      <span className="w-14 shrink-0 text-end">
        <CostLabel cost={facts?.cost} />
      </span>
      <span
        className="hidden w-24 flex-col gap-0.5 xl:flex"
        title={textAt(session.config, "model") ?? undefined}
      >
        <span className="truncate">{runtimeLabel(session.agent_runtime)}</span>
        <span className="truncate text-2xs">{modelLabel(session)}</span>
      </span>
      <span className={ranked ? "shrink-0 max-sm:hidden" : "w-15 shrink-0 max-lg:hidden"}>
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
  /** It is below the row of its trigger. */
  inFold: boolean;
  unread: boolean;
  /** It left the list and is still shown. */
  gone: boolean;
  order(): readonly number[];
}

type HeadingProps = Pick<Props, "session" | "node" | "unread" | "facts"> & { isReplying: boolean };

function Heading({ session, node, unread, facts, isReplying }: HeadingProps) {
  const chips = chipsOf(session, useMinute(), facts);
  const toggleReply = (): void => replyInRow(isReplying ? null : session.id);
  return (
    <span className="flex min-w-0 flex-col gap-0.5 lg:flex-row lg:items-center lg:gap-2">
      <span className="flex min-w-0 items-center gap-2 lg:contents">
        <RowTitle session={session} unread={unread} />
        {node && <ExpandButton session={session} node={node} />}
      </span>
      <span className="flex min-w-0 items-center gap-2 max-lg:order-first lg:contents">
        {chips.length === 0 && <StateName session={session} />}
        <RowChips session={session} chips={chips} reply={{ isOpen: isReplying, toggle: toggleReply }} />
        {session.goal_check !== null && <GoalRing check={session.goal_check} />}
        <RelativeTime
          instant={session.updated_at}
          className="ms-auto shrink-0 text-xs text-faint lg:hidden"
        />
      </span>
    </span>
  );
}

const stateTones: Partial<Record<Session["status"], string>> = {
  failed: "text-failed",
  running: "text-running",
};

/** The state in words, for a narrow screen, if no chip says more. */
function StateName({ session: { status } }: { session: Session }) {
  return (
    <span className={`text-2xs font-medium lg:hidden ${stateTones[status] ?? "text-soft"}`}>
      {sessionText.statuses[status]}
    </span>
  );
}

/** Indents by the number of parents, up to what a narrow screen has room for. */
const indent = (depth: number): string => `calc(${Math.min(depth, 6)} * var(--tree-step))`;

const frame =
  "group/row relative isolate flex min-h-11 items-start gap-2 border-b border-line px-3 py-2 transition-opacity [--tree-step:0.75rem] lg:items-center lg:px-4 lg:py-1 lg:[--tree-step:1.5rem]";

/** One or two lines on a wide screen; on a phone the state comes first, and what it costs last. Pressing the row outside its buttons opens the session. */
export const SessionRow = memo(function SessionRow(props: Props) {
  const { session, index, facts, node, gone } = props;
  const depth = node?.depth ?? Number(props.inFold);
  const isSelected = useSelection(({ ids }) => ids.has(session.id));
  const isReplying = useReplyingRow(({ id }) => id === session.id);
  const drawGrip = useDragHandle();
  return (
    <div
      data-row={index}
      data-session={session.id}
      data-reorder
      style={depth > 0 ? { marginInlineStart: indent(depth) } : undefined}
      className={`${frame} ${isSelected ? "bg-accent-soft" : "bg-surface hover:bg-hover has-[a:focus-visible]:bg-hover"} ${gone ? "opacity-45" : ""} ${isReplying ? "flex-wrap" : ""}`}
    >
      <DropIndicator id={session.id} />
      {drawGrip?.(session.id)}
      <RowCheckbox session={session} order={props.order} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 lg:flex-row lg:items-center lg:gap-4">
        <span className="flex min-w-0 flex-1 flex-col">
          <Heading
            session={session}
            node={node}
            unread={props.unread}
            facts={facts}
            isReplying={isReplying}
          />
          <RowLine session={session} summary={props.summary} facts={facts} />
        </span>
        <Facts session={session} facts={facts} ranked={drawGrip !== null} />
      </span>
      <RowButtons session={session} />
      <RelativeTime
        instant={session.updated_at}
        className="w-13 shrink-0 text-end text-xs text-faint max-lg:hidden"
      />
      {isReplying && (
        <div className="basis-full">
          <LazyBoundary>
            <RowReply session={session} />
          </LazyBoundary>
        </div>
      )}
    </div>
  );
});
