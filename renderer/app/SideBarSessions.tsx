import { Link, useMatchRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { mySessions } from "../features/sessions/my-sessions.ts";
import { StatusIcon } from "../features/sessions/StatusIcon.tsx";
import { useSplitView } from "../features/sessions/split-view.store.ts";
import { useOpenSessions } from "../features/sessions/use-session-lists.ts";
import { useMinute } from "../lib/time.ts";
import { text } from "./text.ts";

interface LinesProps {
  heading: string;
  sessions: readonly Session[];
  /** How many there are, if not all are shown or the number matters. */
  count?: number;
}

function Lines({ heading, sessions, count }: LinesProps) {
  if (sessions.length === 0) return null;
  return (
    <section aria-label={heading} className="mt-3">
      <h2 className="px-2.5 pb-1 text-2xs font-medium text-faint">
        {heading}
        {count !== undefined && <span className="ps-1.5 tabular-nums">{count}</span>}
      </h2>
      <ul className="flex flex-col gap-px">
        {sessions.map(({ id, title, status, attention }) => (
          <li key={id} data-session={id}>
            <Link
              to="/sessions/$id"
              params={{ id: String(id) }}
              title={title}
              className="flex h-7 min-w-0 items-center gap-2 rounded-md px-2.5 text-xs text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              <StatusIcon status={status} attention={attention?.kind} />
              <span className="min-w-0 truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What needs a person and the favorites, with their state, on pages that do not list them. */
export function SideBarSessions() {
  const matches = useMatchRoute();
  const open = useOpenSessions();
  const now = useMinute();
  const { pinned, needsMe, count } = useMemo(() => mySessions(open, now), [open, now]);
  const { isShown: isListShown } = useSplitView();
  if (isListShown && matches({ to: "/sessions/$id" }) !== false) return null;
  if (matches({ to: "/" }) !== false || matches({ to: "/inbox" }) !== false) return null;
  return (
    <>
      <Lines heading={text.navigation.needsYou} sessions={needsMe} count={count} />
      {count > needsMe.length && (
        <Link to="/" className="px-2.5 py-1 text-xs text-faint hover:text-ink">
          {text.navigation.more(count - needsMe.length)}
        </Link>
      )}
      <Lines heading={text.navigation.pinned} sessions={pinned} />
    </>
  );
}
