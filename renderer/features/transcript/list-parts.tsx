import { Children, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { ListProps } from "react-virtuoso";
import { Button } from "../../ui/Button.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { usePartial } from "../live/live.store.ts";
import { text } from "./text.ts";
import { transcriptColumn } from "./transcript-column.ts";
import type { OlderState } from "./use-transcript.ts";

/** In pixels; guessed, so that the list need not draw one row first, measure it, and the others only frames later. */
export const rowHeight = 60;

/** What the parts around the entries need. */
export interface ListContext {
  sessionId: number;
  hasOlder: boolean;
  older: OlderState;
  /** The end is not loaded. */
  detached: boolean;
  /** The guessed height of all entries if the list begins at their end; null if it begins elsewhere. */
  endAt: number | null;
  loadOlder(): void;
  loadNewer(): void;
  onGrown(): void;
}

/** The response that is being written, below the last entry. */
function StreamingTail({ sessionId, onGrown }: { sessionId: number; onGrown(): void }) {
  const partial = usePartial(sessionId);
  useEffect(onGrown, [partial, onGrown]);
  if (partial.trim() === "") return <div className="h-4" />;
  return (
    <div className={`${transcriptColumn} pb-4`}>
      <div className="border-s-2 border-running-dot px-2 py-1.5 text-base" aria-label={text.writing}>
        <Markdown text={partial} live />
      </div>
    </div>
  );
}

function Earlier({ context }: { context?: ListContext }) {
  if (!context?.hasOlder) return <div className="h-3" />;
  return (
    <div className="flex justify-center py-3">
      <Button
        variant="quiet"
        size="small"
        busy={context.older === "loading"}
        onClick={() => context.loadOlder()}
      >
        {text.earlier[context.older]}
      </Button>
    </div>
  );
}

/** Loads later entries for a reader who is far back; scrolling does so too. */
function Later({ onLoad }: { onLoad(): void }) {
  return (
    <div className="flex justify-center py-3">
      <Button variant="quiet" size="small" onClick={onLoad}>
        {text.later}
      </Button>
    </div>
  );
}

/**
 * By default the list goes to its last row some frames after it is laid out, draws it then, and shows its rows once they have
 * not moved for 150 ms. This is as tall as its rows and scrolled to their end before the list is first measured, so that the
 * list draws the last rows in that frame.
 */
function Rows({ ref, style, children, context }: ListProps & { context?: ListContext }) {
  const isThere = Children.count(children) > 0;
  const place = useRef<HTMLDivElement>(null);
  const endAt = context?.endAt ?? null;
  const begins = useRef(endAt !== null);
  useLayoutEffect(() => {
    const scroller = place.current?.closest("[data-virtuoso-scroller]");
    if (begins.current) scroller?.scrollTo({ top: scroller.scrollHeight });
  }, []);
  const keep = useCallback(
    (element: HTMLDivElement | null) => {
      place.current = element;
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    },
    [ref],
  );
  const own = isThere ? { visibility: "visible" as const } : endAt !== null && { minHeight: endAt };
  return (
    <div ref={keep} style={{ ...style, ...own }}>
      {children}
    </div>
  );
}

export const listParts = {
  List: Rows,
  Header: Earlier,
  Footer: ({ context }: { context?: ListContext }) => {
    if (!context) return null;
    if (context.detached) return <Later onLoad={context.loadNewer} />;
    return <StreamingTail sessionId={context.sessionId} onGrown={context.onGrown} />;
  },
};
