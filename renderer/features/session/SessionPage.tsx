import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { Composer } from "../composer/Composer.tsx";
import { Elicitations } from "../elicitations/Elicitations.tsx";
import { MessageQueue } from "../queue/MessageQueue.tsx";
import { useActCommands } from "../selection/use-act-commands.ts";
import type { OneSession } from "../sessions/session-cache.ts";
import { isGone, useSession } from "../sessions/use-session.ts";
import { FindButton } from "../transcript/FindButton.tsx";
import { Transcript } from "../transcript/Transcript.tsx";
import { SessionGone } from "./SessionGone.tsx";
import { SessionHeader } from "./SessionHeader.tsx";
import { SessionTabs } from "./SessionTabs.tsx";
import { SidePanel } from "./SidePanel.tsx";
import { StateBanner } from "./StateBanner.tsx";
import { type PanelTab, shownPanel } from "./view-model.ts";

const route = getRouteApi("/sessions/$id");

const Changes = lazy(() => import("../changes/Changes.tsx").then((module) => ({ default: module.Changes })));
const Subagents = lazy(() =>
  import("../subagents/Subagents.tsx").then((module) => ({ default: module.Subagents })),
);

function usePanel() {
  const navigate = route.useNavigate();
  const { panel } = route.useSearch();
  const wide = useMedia("(min-width: 1280px)");
  const choose = (choice: PanelTab | "none"): void =>
    void navigate({ search: (search) => ({ ...search, panel: choice }), hash: true, replace: true });
  return { tab: shownPanel(panel, wide), choose };
}

function Conversation({ session }: { session: Session }) {
  return (
    <>
      <section aria-label="Conversation" className="min-h-0 flex-1">
        <Transcript key={session.id} session={session} />
      </section>
      <footer className="mx-auto w-full max-w-3xl px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
        <Elicitations sessionId={session.id} />
        <MessageQueue sessionId={session.id} />
        <Composer key={session.id} session={session} />
      </footer>
    </>
  );
}

function LoadedSession({ one }: { one: OneSession }) {
  const { session } = one;
  useActCommands({ sessions: useMemo(() => [session], [session]), group: "This session" });
  const { tab, choose } = usePanel();
  const { id: reference } = route.useParams();
  const { tab: view = "conversation", agent = null } = route.useSearch();
  return (
    <>
      <SessionHeader
        session={session}
        view={view}
        panelOpen={tab !== null}
        onTogglePanel={() => choose(tab === null ? "details" : "none")}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <SessionTabs reference={reference} current={view}>
            {view === "conversation" && <FindButton />}
          </SessionTabs>
          <StateBanner one={one} />
          {view === "conversation" && <Conversation session={session} />}
          <Suspense fallback={<Skeleton lines={8} label="Loading the view" />}>
            {view === "changes" && <Changes key={session.id} session={session} />}
            {view === "subagents" && <Subagents key={session.id} session={session} agent={agent} />}
          </Suspense>
        </div>
        {tab !== null && <SidePanel one={one} tab={tab} onChoose={choose} />}
      </div>
    </>
  );
}

/** One session: what it does, what it says, and what you tell it. */
export function SessionPage() {
  const { id } = route.useParams();
  const { data, error, isPending, refetch } = useSession(id);
  const title = data?.session.title;
  useEffect(() => {
    document.title = title === undefined ? "Signalbox" : `${title} · Signalbox`;
    return () => void (document.title = "Signalbox");
  }, [title]);

  if (isGone(error)) return <SessionGone reference={id} />;
  if (data) return <LoadedSession one={data} />;
  if (isPending) return <Skeleton lines={8} label="Loading the session" />;
  return (
    <div className="p-4">
      <Problem title="The session could not be loaded" sentences={sentencesOf(error)}>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </Problem>
    </div>
  );
}
