import { Children, useEffect } from "react";
import type { ListProps } from "react-virtuoso";
import { Button } from "../../ui/Button.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { usePartial } from "../live/live.store.ts";
import { text } from "./text.ts";
import { transcriptColumn } from "./transcript-column.ts";
import type { OlderState } from "./use-transcript.ts";

/** What the parts around the entries need. */
export interface ListContext {
  sessionId: number;
  hasOlder: boolean;
  older: OlderState;
  /** The end is not loaded. */
  detached: boolean;
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
 * By default the list shows its rows after they have not moved for 150 ms. This shows them as soon as there are more
 * than the one row that the list measures first.
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
