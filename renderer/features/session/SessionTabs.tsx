import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type SessionTab, searchForTab, sessionTabs } from "../sessions/session-page-search.ts";

interface Props {
  reference: string;
  current: SessionTab;
  /** What belongs to the view that is shown. */
  children?: ReactNode;
}

/** The views of a session. They are links: each has an address, and the way back is the browser's. */
export function SessionTabs({ reference, current, children }: Props) {
  return (
    <div className="flex items-center gap-1 border-b border-line bg-surface pe-2 ps-2 md:ps-4">
      <nav
        aria-label="Views of the session"
        className="faded-end -mb-px flex min-w-0 flex-1 gap-1 overflow-x-auto [scrollbar-width:none] max-md:gap-0"
      >
        {sessionTabs.map(({ value, label }) => (
          <Link
            key={value}
            to="/sessions/$id"
            params={{ id: reference }}
            search={searchForTab(value === "conversation" ? {} : { tab: value })}
            // The address of the conversation is a part of those of the others.
            activeOptions={{ exact: true }}
            aria-current={value === current ? "page" : undefined}
            className="border-b-2 border-transparent px-1.5 py-1.5 text-xs whitespace-nowrap text-soft md:px-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:py-3"
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
