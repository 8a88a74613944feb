import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { sentencesOf } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { Composer } from "../composer/Composer.tsx";
import { MessageQueue } from "../queue/MessageQueue.tsx";
import type { OneSession } from "../sessions/session-cache.ts";
import { isGone, useSession } from "../sessions/use-session.ts";
import { Transcript } from "../transcript/Transcript.tsx";
import { SessionGone } from "./SessionGone.tsx";
import { SessionHeader } from "./SessionHeader.tsx";
import { SidePanel } from "./SidePanel.tsx";
import { StateBanner } from "./StateBanner.tsx";
import { useSessionActions } from "./use-session-actions.ts";
import { shownPanel } from "./view-model.ts";

const route = getRouteApi("/sessions/$id");

function usePanel() {
  const navigate = route.useNavigate();
  const { panel } = route.useSearch();
  const wide = useMedia("(min-width: 1280px)");
  const choose = (choice: "details" | "log" | "none"): void =>
    void navigate({ search: { panel: choice }, replace: true });
  return { tab: shownPanel(panel, wide), choose };
}

function LoadedSession({ one }: { one: OneSession }) {
  const { session } = one;
  const actions = useSessionActions(session);
  const { tab, choose } = usePanel();
  return (
    <>
      <SessionHeader
        session={session}
        actions={actions}
        panelOpen={tab !== null}
        onTogglePanel={() => choose(tab === null ? "details" : "none")}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <StateBanner one={one} actions={actions} />
          <section aria-label="Conversation" className="min-h-0 flex-1">
            <Transcript key={session.id} sessionId={session.id} live={session.status === "running"} />
          </section>
          <footer className="mx-auto w-full max-w-3xl px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
            <MessageQueue sessionId={session.id} />
            <Composer key={session.id} session={session} />
          </footer>
        </div>
        {tab !== null && <SidePanel session={session} tab={tab} onChoose={choose} />}
      </div>
      <ConfirmDialog asked={actions.asked} onClose={actions.close} />
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
