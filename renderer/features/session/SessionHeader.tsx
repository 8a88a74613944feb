import { Link } from "@tanstack/react-router";
import { ArrowLeft, GitBranch, PanelRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useSessionUsage } from "../costs/api.ts";
import { CostLabel } from "../costs/CostLabel.tsx";
import { GoalRing } from "../sessions/GoalRing.tsx";
import { boardAsLeft } from "../sessions/left-board.store.ts";
import { modelName } from "../sessions/model-name.ts";
import { SchedulingClassBadge } from "../sessions/SchedulingClassBadge.tsx";
import { StatusBadge } from "../sessions/StatusBadge.tsx";
import { StatusIcon } from "../sessions/StatusIcon.tsx";
import { projectName, runtimeLabel, textAt } from "../sessions/session-fields.ts";
import { AttentionMenu } from "./AttentionMenu.tsx";
import { FavoriteButton, MoreActions, PrimaryActionButton } from "./SessionActions.tsx";
import { SplitButton } from "./SplitButton.tsx";
import { TitleEditor } from "./TitleEditor.tsx";
import { text } from "./text.ts";

const PullRequestFact = lazyComponent(
  async () => (await import("./SessionPullRequest.tsx")).SessionPullRequest,
  "preload",
);

function Facts({ session }: { session: Session }) {
  const model = textAt(session.config, "model");
  const clone = textAt(session.metadata, "clone_path");
  return (
    <p className="flex min-w-0 flex-1 items-center gap-x-3 overflow-hidden text-xs whitespace-nowrap text-faint">
      <Fact title={model ?? undefined}>
        {runtimeLabel(session.agent_runtime)}
        {model !== null && ` · ${modelName(model)}`}
      </Fact>
      <Fact title={session.git_root ?? undefined}>{projectName(session)}</Fact>
      <span className="flex min-w-0 items-center gap-1 font-mono text-2xs" title={session.branch}>
        <GitBranch aria-hidden className="size-3 shrink-0" />
        <span className="max-w-48 truncate">{session.branch}</span>
      </span>
      <span className="shrink-0 max-xl:hidden">
        {text.sessionHeader.created} <RelativeTime instant={session.created_at} spoken />
      </span>
      {clone !== null && (
        <span className="flex shrink-0 items-center max-lg:hidden">
          {text.sessionHeader.clone}
          <CopyButton label={text.sessionHeader.copyClone(clone)} text={() => clone} className="size-6" />
        </span>
      )}
      <Cost sessionId={session.id} />
    </p>
  );
}

/** The cost so far, which grows while the agent works; last, so that it moves nothing when it is known. */
function Cost({ sessionId }: { sessionId: number }) {
  const { data } = useSessionUsage(sessionId);
  if (!data?.cost) return null;
  return (
    <span className="shrink-0 text-soft">
      <CostLabel cost={data.cost} />
    </span>
  );
}

function Fact({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <span className="truncate text-soft" title={title}>
      {children}
    </span>
  );
}

interface Props {
  session: Session;
  panelOpen: boolean;
  onTogglePanel(): void;
}

/** One line on a phone, where the details have the facts and the menu has every action. */
export function SessionHeader({ session, panelOpen, onTogglePanel }: Props) {
  const wide = useMediaQuery("(min-width: 48rem)");
  return (
    <header
      data-session={session.id}
      className="flex flex-col gap-1 border-b border-line bg-surface px-3 py-1 md:px-4 md:py-2"
    >
      <div className="flex min-w-0 items-center gap-1 md:gap-2.5">
        <Link
          to="/"
          search={boardAsLeft()}
          aria-label={text.sessionHeader.back}
          title={text.sessionHeader.back}
          className="-ms-1 grid size-7 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
        >
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        </Link>
        {!wide && <StatusIcon status={session.status} attention={session.attention?.kind} />}
        <div className="min-w-0 flex-1 max-md:ps-1">
          <TitleEditor session={session} />
        </div>
        {!wide && (
          <LazyBoundary>
            <PullRequestFact session={session} />
          </LazyBoundary>
        )}
        {wide && (
          <>
            <FavoriteButton session={session} />
            <PrimaryActionButton session={session} />
          </>
        )}
        <MoreActions session={session} all={!wide} />
        <SplitButton />
        <IconButton label={text.sessionHeader.panel} aria-pressed={panelOpen} onClick={onTogglePanel}>
          <PanelRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </IconButton>
      </div>
      {wide && (
        <div className="flex min-w-0 items-center gap-x-3 ps-[2.1rem]">
          <StatusBadge status={session.status} attention={session.attention} />
          <AttentionMenu session={session} />
          {session.goal_check !== null && <GoalRing check={session.goal_check} />}
          {session.status !== "archived" && <SchedulingClassBadge session={session} />}
          <LazyBoundary>
            <PullRequestFact session={session} />
          </LazyBoundary>
          <Facts session={session} />
        </div>
      )}
    </header>
  );
}
