import type { ReactNode } from "react";
import { StateList } from "./StateList.tsx";
import { TurnList } from "./TurnList.tsx";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-b border-line pb-2 last:border-0">
      <h2 className="px-4 pt-3 pb-1.5 text-xs font-semibold text-soft">{title}</h2>
      {children}
    </section>
  );
}

/** History view: its turns, and the states it has been in. */
export function History({ sessionId }: { sessionId: number }) {
  return (
    <section
      aria-label="History view"
      // What stands here may have nothing to go to by key, and the panel around it scrolls.
      tabIndex={0}
      className="focus-visible:-outline-offset-2"
    >
      <Part title="States">
        <StateList sessionId={sessionId} />
      </Part>
      <Part title="Turns">
        <TurnList sessionId={sessionId} />
      </Part>
    </section>
  );
}
