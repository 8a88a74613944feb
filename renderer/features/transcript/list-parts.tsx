import { Children, useEffect } from "react";
import type { ListProps } from "react-virtuoso";
import { Button } from "../../ui/Button.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { usePartial } from "../live/live.store.ts";
import { transcriptColumn } from "./transcript-column.ts";
import type { OlderState } from "./use-transcript.ts";

/** What the parts around the entries need to know. */
export interface ListContext {
  sessionId: number;
  hasOlder: boolean;
  older: OlderState;
  /** The end is not among what is loaded. */
  detached: boolean;
  loadOlder(): void;
  loadNewer(): void;
  onGrown(): void;
}

/** The text that is being written, under the last entry. */
function StreamingTail({ sessionId, onGrown }: { sessionId: number; onGrown(): void }) {
  const text = usePartial(sessionId);
  useEffect(onGrown, [text, onGrown]);
  if (text.trim() === "") return <div className="h-4" />;
  return (
    <div className={`${transcriptColumn} pb-4`}>
      <div className="border-s-2 border-running-dot px-2 py-1.5 text-base" aria-label="Writing">
        <Markdown text={text} live />
      </div>
    </div>
  );
}

const earlierLabels: Record<OlderState, string> = {
  idle: "Load earlier entries",
  loading: "Loading earlier entries",
  failed: "Could not load earlier entries. Try again",
};

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
        {earlierLabels[context.older]}
      </Button>
    </div>
  );
}

/** For who reads on from far back; scrolling there loads them too. */
function Later({ onLoad }: { onLoad(): void }) {
  return (
    <div className="flex justify-center py-3">
      <Button variant="quiet" size="small" onClick={onLoad}>
        Load later entries
      </Button>
    </div>
  );
}

/**
 * Left to itself the list shows its rows when they have stood still for 150 ms where it begins. It is there as soon as
 * it draws more than the one row that it measures first.
 */
function Rows({ ref, style, children }: ListProps) {
  const isThere = Children.count(children) > 1;
  return (
    <div ref={ref} style={isThere ? { ...style, visibility: "visible" } : style}>
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
