import type { ReactNode } from "react";
import { StateList } from "./StateList.tsx";
import { TurnList } from "./TurnList.tsx";
import { text } from "./text.ts";

function HistorySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-b border-line pb-2 last:border-0">
      <h2 className="px-4 pt-3 pb-1.5 text-xs font-semibold text-soft">{title}</h2>
      {children}
    </section>
  );
}

/** The history of a session: its states and its turns. */
export function History({ sessionId }: { sessionId: number }) {
  return (
    <section
      aria-label={text.history.label}
      // The panel scrolls, so it must be reachable by keyboard.
      tabIndex={0}
      className="focus-visible:-outline-offset-2"
    >
      <HistorySection title={text.history.states}>
        <StateList sessionId={sessionId} />
      </HistorySection>
      <HistorySection title={text.history.turns}>
        <TurnList sessionId={sessionId} />
      </HistorySection>
    </section>
  );
}
