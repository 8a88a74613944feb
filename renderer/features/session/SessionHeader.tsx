import { Link } from "@tanstack/react-router";
import { ArrowLeft, GitBranch, PanelRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { StatusPill } from "../sessions/StatusPill.tsx";
import { homeOf, runtimeLabel, textAt } from "../sessions/session-words.ts";
import { chooseDetail, useTranscriptView } from "../transcript/transcript.store.ts";
import { FavouriteButton } from "../upkeep/FavouriteButton.tsx";
import { SessionButtons } from "./SessionButtons.tsx";
import { TitleEditor } from "./TitleEditor.tsx";
import type { SessionTab } from "./tabs.ts";

function Facts({ session }: { session: Session }) {
  const model = textAt(session.config, "model");
  const clone = textAt(session.metadata, "clone_path");
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-faint max-md:order-last max-md:w-full md:flex-1">
      <Fact>
        {runtimeLabel(session.agent_runtime)}
        {model !== null && ` · ${model}`}
      </Fact>
      <Fact title={session.git_root ?? undefined}>{homeOf(session)}</Fact>
      <span className="flex min-w-0 items-center gap-1 font-mono text-2xs" title={session.branch}>
        <GitBranch aria-hidden className="size-3 shrink-0" />
        <span className="max-w-48 truncate">{session.branch}</span>
      </span>
      <span className="max-md:hidden">
        Created <RelativeTime instant={session.created_at} spoken />
      </span>
      {clone !== null && (
        <span className="flex items-center max-md:hidden">
          Clone
          <CopyButton label={`Copy the path of the clone: ${clone}`} text={() => clone} className="size-6" />
        </span>
      )}
    </p>
  );
}

function Fact({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <span className="truncate text-soft" title={title}>
      {children}
    </span>
  );
}

const details = [
  { value: "messages", label: "Messages" },
  { value: "work", label: "Work" },
  { value: "everything", label: "Everything" },
] as const;

function DetailSwitch() {
  const detail = useTranscriptView((view) => view.detail);
  return (
    <span className="ms-auto">
      <Segmented label="What the transcript shows" value={detail} options={details} onChange={chooseDetail} />
    </span>
  );
}

interface Props {
  session: Session;
  view: SessionTab;
  panelOpen: boolean;
  onTogglePanel(): void;
}

export function SessionHeader({ session, view, panelOpen, onTogglePanel }: Props) {
  return (
    <header className="flex flex-col gap-1 border-b border-line bg-surface px-3 py-2 md:px-4">
      <div className="flex min-w-0 items-center gap-2.5">
        <Link
          to="/"
          aria-label="Back to the board"
          title="Back to the board"
          className="-ms-1 grid size-7 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
        >
          <ArrowLeft aria-hidden className="size-4" />
        </Link>
        <div className="min-w-0 flex-1">
          <TitleEditor session={session} />
        </div>
        <FavouriteButton session={session} />
        <SessionButtons session={session} />
        <IconButton label="Details and log" aria-pressed={panelOpen} onClick={onTogglePanel}>
          <PanelRight aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 md:ps-[2.1rem]">
        <StatusPill status={session.status} />
        <Facts session={session} />
        {view === "conversation" && <DetailSwitch />}
      </div>
    </header>
  );
}
