import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { useTitle } from "../../lib/page-title.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Pane } from "../../ui/Pane.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SessionActivityBar } from "../activity/SessionActivityBar.tsx";
import { ChangesSkeleton } from "../changes/ChangesSkeleton.tsx";
import { Composer } from "../composer/Composer.tsx";
import { Elicitations } from "../elicitations/Elicitations.tsx";
import { useSeen } from "../inbox/api.ts";
import { MessageQueue } from "../queue/MessageQueue.tsx";
import { TrustNotice } from "../repository-trust/TrustNotice.tsx";
import { useActionCommands } from "../selection/use-action-commands.ts";
import { boardAsLeft } from "../sessions/left-board.store.ts";
import { useRememberSession } from "../sessions/recent-sessions.ts";
import type { SessionDetails } from "../sessions/session-cache.ts";
import { isNotFound, useSession } from "../sessions/use-session.ts";
import { FindButton } from "../transcript/find/FindButton.tsx";
import { FiltersMenu } from "../transcript/reading/FiltersMenu.tsx";
import { OutlineButton } from "../transcript/reading/OutlineButton.tsx";
import { Transcript } from "../transcript/Transcript.tsx";
import { TranscriptSkeleton } from "../transcript/TranscriptSkeleton.tsx";
import { NextStep } from "./NextStep.tsx";
import { panelClasses } from "./panel-classes.ts";
import { SessionHeader } from "./SessionHeader.tsx";
import { SessionSkeleton } from "./SessionSkeleton.tsx";
import { SessionTabs } from "./SessionTabs.tsx";
import { StateBanner } from "./StateBanner.tsx";
import { text } from "./text.ts";
import { useLeaveByEscape } from "./use-leave-by-escape.ts";
import { usePanel } from "./use-panel.ts";
import { useSessionCommands } from "./use-session-commands.ts";

const route = getRouteApi("/sessions/$id");

const Artifacts = lazyComponent(async () => (await import("../artifacts/Artifacts.tsx")).Artifacts);
const Changes = lazyComponent(async () => (await import("../changes/Changes.tsx")).Changes);
const Subagents = lazyComponent(
  async () => (await import("../transcript/subagents/Subagents.tsx")).Subagents,
);
const SidePanel = lazyComponent(async () => (await import("./SidePanel.tsx")).SidePanel, "preload");

function Conversation({ session }: { session: Session }) {
  return (
    <>
      <section aria-label={text.sessionPage.conversation} data-conversation className="min-h-0 flex-1">
        <Pane
          key={session.id}
          what={text.sessionPage.theConversation}
          fallback={<TranscriptSkeleton label={text.sessionPage.loading} />}
        >
          <Transcript session={session} />
        </Pane>
      </section>
      <footer className="mx-auto w-full max-w-3xl px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
        <SessionActivityBar session={session} />
        <Elicitations key={`questions-${session.id}`} session={session} />
        <Pane key={`queue-${session.id}`} what={text.sessionPage.queue} fallback={null}>
          <MessageQueue sessionId={session.id} />
        </Pane>
        <NextStep session={session} />
        <Composer key={`composer-${session.id}`} session={session} />
      </footer>
    </>
  );
}

const PanelSkeleton = () => (
  <div className={panelClasses}>
    <Skeleton lines={6} label={text.sessionPage.loadingPanel} />
  </div>
);

function LoadedSession({ details }: { details: SessionDetails }) {
  const { session } = details;
  useSeen(session.id);
  useRememberSession(session.id);
  useSessionCommands(session);
  useActionCommands({ sessions: useMemo(() => [session], [session]), group: "This session" });
  const { tab, choose } = usePanel();
  const { id: reference } = route.useParams();
  const { tab: view = "conversation", agent = null } = route.useSearch();
  return (
    <>
      <SessionHeader
        session={session}
        panelOpen={tab !== null}
        onTogglePanel={() => choose(tab === null ? "details" : "none")}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <SessionTabs reference={reference} current={view}>
            {view === "conversation" && (
              <>
                <OutlineButton sessionId={session.id} />
                <FindButton />
                <FiltersMenu reference={reference} />
              </>
            )}
          </SessionTabs>
          <StateBanner details={details} />
          <TrustNotice session={session} />
          {view === "conversation" && <Conversation session={session} />}
          {view === "changes" && (
            <Pane key={session.id} what={text.sessionPage.changes} fallback={<ChangesSkeleton />}>
              <Changes session={session} />
            </Pane>
          )}
          {view === "artifacts" && (
            <Pane key={session.id} what={text.sessionPage.artifacts}>
              <Artifacts session={session} />
            </Pane>
          )}
          {view === "subagents" && (
            <Pane key={session.id} what={text.sessionPage.subagents}>
              <Subagents session={session} agent={agent} />
            </Pane>
          )}
        </div>
        {tab !== null && (
          <Pane key={session.id} what={text.sessionPage.panel} fallback={<PanelSkeleton />}>
            <SidePanel details={details} tab={tab} onChoose={choose} />
          </Pane>
        )}
      </div>
    </>
  );
}

function SessionNotFound({ reference }: { reference: string }) {
  return (
    <EmptyState page title={text.sessionPage.notFound} text={text.sessionPage.notFoundHint(reference)}>
      <Link to="/" search={boardAsLeft()} className="font-medium text-accent hover:underline">
        {text.sessionPage.toBoard}
      </Link>
    </EmptyState>
  );
}

/** The page of one session: conversation, changes, artifacts and subagents, with a side panel. */
export function SessionPage() {
  const { id } = route.useParams();
  const { data, error, isPending, refetch } = useSession(id);
  const title = data?.session.title;
  useTitle(title ?? null);
  useLeaveByEscape(data?.session.id ?? null);

  if (isNotFound(error)) return <SessionNotFound reference={id} />;
  if (data) return <LoadedSession details={data} />;
  if (isPending) return <SessionSkeleton />;
  return (
    <div className="p-4">
      <ErrorAlert title={text.sessionPage.failed} messages={errorMessages(error)}>
        <Button size="small" onClick={() => void refetch()}>
          {text.sessionPage.tryAgain}
        </Button>
      </ErrorAlert>
    </div>
  );
}
