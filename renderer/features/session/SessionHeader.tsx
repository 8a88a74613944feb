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
import { modelName } from "../sessions/model-name.ts";
import { SchedulingClassBadge } from "../sessions/SchedulingClassBadge.tsx";
import { StatusBadge } from "../sessions/StatusBadge.tsx";
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
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-faint max-md:order-last max-md:w-full md:flex-1">
      <Cost sessionId={session.id} />
      <Fact title={model ?? undefined}>
        {runtimeLabel(session.agent_runtime)}
        {model !== null && ` · ${modelName(model)}`}
      </Fact>
      <Fact title={session.git_root ?? undefined}>{projectName(session)}</Fact>
      <span className="flex min-w-0 items-center gap-1 font-mono text-2xs" title={session.branch}>
        <GitBranch aria-hidden className="size-3 shrink-0" />
        <span className="max-w-48 truncate">{session.branch}</span>
      </span>
      <span className="max-xl:hidden">
        {text.sessionHeader.created} <RelativeTime instant={session.created_at} spoken />
      </span>
      {clone !== null && (
        <span className="flex items-center max-lg:hidden">
          {text.sessionHeader.clone}
          <CopyButton label={text.sessionHeader.copyClone(clone)} text={() => clone} className="size-6" />
        </span>
      )}
    </p>
  );
}

/** The cost so far, which grows while the agent works. */
function Cost({ sessionId }: { sessionId: number }) {
  const { data } = useSessionUsage(sessionId);
  if (!data?.cost) return null;
  return (
    <span className="text-soft">
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

/** The title, actions and facts. On a phone, the primary action is beside the status to leave room for the title. */
export function SessionHeader({ session, panelOpen, onTogglePanel }: Props) {
  const wide = useMediaQuery("(min-width: 48rem)");
  return (
    <header className="flex flex-col gap-1 border-b border-line bg-surface px-3 py-2 md:px-4">
      <div className="flex min-w-0 items-center gap-1 md:gap-2.5">
        <Link
          to="/"
          aria-label={text.sessionHeader.back}
          title={text.sessionHeader.back}
          className="-ms-1 grid size-7 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
        >
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        </Link>
        <div className="min-w-0 flex-1">
          <TitleEditor session={session} />
        </div>
        {wide && (
          <>
            <FavoriteButton session={session} />
            <PrimaryActionButton session={session} />
          </>
        )}
        <MoreActions session={session} />
        <SplitButton />
        <IconButton label={text.sessionHeader.panel} aria-pressed={panelOpen} onClick={onTogglePanel}>
          <PanelRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </IconButton>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5 md:gap-x-3 md:ps-[2.1rem]">
        <StatusBadge status={session.status} attention={session.attention} />
        <AttentionMenu session={session} />
        {session.status !== "archived" && <SchedulingClassBadge session={session} />}
        <LazyBoundary>
          <PullRequestFact session={session} />
        </LazyBoundary>
        <Facts session={session} />
        {!wide && (
          <span className="ms-auto">
            <PrimaryActionButton session={session} />
          </span>
        )}
      </div>
    </header>
  );
}
