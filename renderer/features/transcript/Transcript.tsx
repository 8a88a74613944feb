import { text } from "./text.ts";
import "./transcript.css";
import { useLocation } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { useElicitations } from "../elicitations/use-elicitations.ts";
import { usePartial } from "../live/live.store.ts";
import { UserEntry } from "./entries/MessageEntry.tsx";
import { rowHeight } from "./list-parts.tsx";
import { answeredLines } from "./reading/answered.ts";
import { type TargetAim, useTarget } from "./reading/use-target.ts";
import { useTurnCaptions } from "./reading/use-turn-captions.ts";
import { TranscriptList } from "./TranscriptList.tsx";
import { TranscriptSkeleton } from "./TranscriptSkeleton.tsx";
import { showFind, useTranscriptView } from "./transcript.store.ts";
import { transcriptColumn } from "./transcript-column.ts";
import { holdsLine, type TranscriptWindow } from "./transcript-window.ts";
import { useTranscript } from "./use-transcript.ts";
import { readAnchor, type TimelineItem, timelineItems } from "./view-model.ts";

const FindBox = lazyComponent(async () => (await import("./find/FindBox.tsx")).FindBox, "preload");

/** Fewer entries than this may not fill a screen, so scrolling would not load more. */
const screenful = 30;

/** Loads more if the loaded entries do not fill the screen. */
function useFullScreen(wanted: boolean, loadOlder: () => Promise<void>): void {
  useEffect(() => {
    if (wanted) void loadOlder();
  }, [wanted, loadOlder]);
}

/** The transcript of a session, updated while the agent works. An address with `#m12` opens it at line 12. */
export function Transcript({ session }: { session: Session }) {
  const transcript = useTranscript(session.id);
  const anchor = readAnchor(useLocation({ select: ({ hash }) => hash }));
  const aim = useTarget({ ...transcript, anchor });
  // The find box belongs to this transcript only.
  useEffect(() => () => showFind(false), []);

  if (transcript.loading || isFirstOpening(aim)) return <TranscriptSkeleton label={text.loading} />;
  if (!transcript.window) return <NotLoaded error={transcript.error} onRetry={transcript.retry} />;
  return <Conversation session={session} transcript={transcript} window={transcript.window} aim={aim} />;
}

/** The line in the address is still loading and nothing is shown yet. */
const isFirstOpening = ({ awaited, target }: TargetAim): boolean => awaited && target?.asked === 0;

interface ConversationProps {
  session: Session;
  transcript: ReturnType<typeof useTranscript>;
  window: TranscriptWindow;
  aim: TargetAim;
}

function Conversation({ session, transcript, window, aim }: ConversationProps) {
  const kinds = useTranscriptView((view) => view.kinds);
  const finding = useTranscriptView((view) => view.finding);
  const { loadOlder, loadNewest, older } = transcript;
  const { target, awaited, goTo, goBack, leave } = aim;
  const items = useMemo(() => timelineItems(window.entries, new Set(kinds)), [window, kinds]);
  const hides = useMemo(() => hiddenLines(window, items), [window, items]);
  const captions = useTurnCaptions(session.id, window.entries);
  const { data: questions } = useElicitations(session.id);
  const answered = useMemo(() => {
    const keys = new Set(items.map(({ key }) => key));
    return answeredLines(
      window.entries.filter(({ id }) => keys.has(id)),
      questions?.closed ?? [],
    );
  }, [items, window, questions]);
  const partial = usePartial(session.id) !== "";
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const hasOlder = window.from > 0;
  useFullScreen(hasOlder && older === "idle" && !awaited && items.length < screenful, loadOlder);
  const toNewest = useCallback((): void => {
    leave();
    void loadNewest();
  }, [leave, loadNewest]);

  if (items.length === 0 && !hasOlder && !partial) return <EmptyTranscript session={session} />;
  return (
    <div ref={setPlace} className="relative h-full">
      <LazyBoundary>
        {finding && (
          <FindBox
            sessionId={session.id}
            kinds={kinds}
            lineCount={window.lineCount}
            place={place}
            onFound={goTo}
            hides={hides}
          />
        )}
      </LazyBoundary>
      <TranscriptList
        key={`${window.generation} ${kinds.join()}`}
        session={session}
        items={items}
        entries={window.entries}
        captions={captions}
        answered={answered}
        context={{
          hasOlder,
          older,
          detached: window.detached,
          endAt: target ? null : items.length * rowHeight,
          loadOlder: () => void loadOlder(),
          loadNewer: () => void transcript.loadNewer(),
        }}
        target={target}
        onToNewest={toNewest}
        onBack={goBack}
        lineCount={window.lineCount}
      />
    </div>
  );
}

/** Which of the loaded lines have no block, such as those of a script whose calls are shown in its place. */
function hiddenLines(window: TranscriptWindow, items: readonly TimelineItem[]): (line: number) => boolean {
  const shown = new Set(items.flatMap(({ entry, resultIndex }) => [entry.index, resultIndex]));
  return (line) => holdsLine(window, line) && !shown.has(line);
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div className={`${transcriptColumn} py-4`}>
      <ErrorAlert title={text.loadFailed} messages={errorMessages(error)}>
        <Button size="small" onClick={onRetry}>
          {text.retry}
        </Button>
      </ErrorAlert>
    </div>
  );
}

/** The prompt is shown from the start, also if the agent never began. */
function EmptyTranscript({ session: { id, prompt, status } }: { session: Session }) {
  const hint = status === "running" ? text.startingHint : text.emptyHint;
  const nothing = <EmptyState title={text.empty} text={hint} />;
  if (prompt === null || prompt.trim() === "") return nothing;
  return (
    <div className="h-full overflow-y-auto">
      <div className={`${transcriptColumn} pt-4`}>
        <UserEntry foldKey={`first-${id}`} entry="" event={{ type: "user", text: prompt, images: 0 }} />
      </div>
      {nothing}
    </div>
  );
}
