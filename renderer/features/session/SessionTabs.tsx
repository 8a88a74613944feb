import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type SessionTab, searchForTab, sessionTabs } from "../sessions/session-page-search.ts";
import { text } from "./text.ts";

interface Props {
  reference: string;
  current: SessionTab;
  /** Controls of the current view. */
  children?: ReactNode;
}

/** The views of a session as links, so that each has a URL and the browser's Back button works. */
export function SessionTabs({ reference, current, children }: Props) {
  return (
    <div className="flex items-center gap-1 border-b border-line bg-surface pe-2 ps-2 max-md:gap-0 max-md:px-1 md:ps-4">
      <nav
        aria-label={text.sessionTabs.label}
        className="faded-end -mb-px flex min-w-0 flex-1 gap-1 overflow-x-auto [scrollbar-width:none] max-md:gap-0"
      >
        {sessionTabs.map(({ value, label }) => (
          <Link
            key={value}
            to="/sessions/$id"
            params={{ id: reference }}
            search={searchForTab(value === "conversation" ? {} : { tab: value })}
            // The URL of the conversation is a prefix of the other URLs.
            activeOptions={{ exact: true }}
            aria-current={value === current ? "page" : undefined}
            className="border-b-2 border-transparent px-1.5 py-1.5 max-sm:px-1 text-xs whitespace-nowrap text-soft md:px-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:py-3"
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
