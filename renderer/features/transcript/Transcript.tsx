import "./transcript.css";
import { useLocation } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { usePartial } from "../live/live.store.ts";
import { TimelineList } from "./TimelineList.tsx";
import { showFind, useTranscriptView } from "./transcript.store.ts";
import { transcriptColumn } from "./transcript-column.ts";
import { type OlderState, useTranscript } from "./use-transcript.ts";
import { readAnchor, timelineItems } from "./view-model.ts";

/** Fewer than this do not fill a screen, so no scrolling would ever ask for more. */
const screenful = 30;

/**
 * Whether the line that the address names has still to be loaded. Once it was, it is not awaited anew when a long
 * transcript drops its oldest lines; nor is it after a failure, which the list tells of.
 */
function useAwaited(of: {
  anchor: number | null;
  from: number;
  loaded: boolean;
  older: OlderState;
}): boolean {
  const { anchor, from, loaded, older } = of;
  const [reached, setReached] = useState<number | null>(null);
  if (anchor === null || anchor === reached) return false;
  const isHere = loaded && (anchor >= from || older === "failed");
  if (isHere) setReached(anchor);
  return !isHere;
}

/** What a session's agent was told, said and did, growing while it works. An address with `#m12` opens it at line 12. */
export function Transcript({ session }: { session: Session }) {
  const detail = useTranscriptView((view) => view.detail);
  const transcript = useTranscript(session.id);
  const { window, loadOlder, older, error } = transcript;
  const items = useMemo(() => timelineItems(window?.entries ?? [], detail), [window, detail]);
  const from = window?.from ?? 0;
  const hasOlder = from > 0;
  const partial = usePartial(session.id) !== "";
  const anchor = readAnchor(useLocation({ select: ({ hash }) => hash }));

  const awaited = useAwaited({ anchor, from, loaded: window !== undefined, older });

  useEffect(() => {
    if (!hasOlder || older !== "idle") return;
    if (awaited && anchor !== null) void loadOlder(anchor);
    else if (items.length < screenful) void loadOlder();
  }, [hasOlder, older, items.length, loadOlder, awaited, anchor]);
  // The find box is about this transcript and no other.
  useEffect(() => () => showFind(false), []);
  const loadPage = useCallback(() => void loadOlder(), [loadOlder]);

  if (transcript.loading || (window && awaited)) return <Skeleton lines={8} label="Loading the transcript" />;
  if (error !== null && !window) {
    return (
      <div className={`${transcriptColumn} py-4`}>
        <Problem title="The transcript could not be loaded" sentences={sentencesOf(error)}>
          <Button size="small" onClick={transcript.retry}>
            Try again
          </Button>
        </Problem>
      </div>
    );
  }
  if (items.length === 0 && !hasOlder && !partial) return <NothingSaid live={session.status === "running"} />;
  return (
    <TimelineList
      key={detail}
      session={session}
      items={items}
      context={{ hasOlder, older, loadOlder: loadPage }}
      anchor={anchor}
      lineCount={window?.to ?? 0}
    />
  );
}

function NothingSaid({ live }: { live: boolean }) {
  const text = live
    ? "The agent is getting ready. What it says and does appears here."
    : "Nothing has been said yet. What the agent says and does appears here.";
  return <EmptyState title="No transcript yet" text={text} />;
}
