import { Link } from "@tanstack/react-router";
import { GitBranch, Star } from "lucide-react";
import { memo } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StatusMark } from "../sessions/StatusMark.tsx";
import { homeOf, reasonLine, runtimeLabel } from "../sessions/session-words.ts";

function Place({ session }: { session: Session }) {
  return (
    <span className="flex min-w-0 items-center gap-2 md:w-64">
      <span className="truncate text-soft" title={session.git_root ?? undefined}>
        {homeOf(session)}
      </span>
      <span className="flex min-w-0 items-center gap-1 font-mono text-2xs text-faint" title={session.branch}>
        <GitBranch aria-hidden className="size-3 shrink-0" />
        <span className="truncate">{session.branch}</span>
      </span>
    </span>
  );
}

function Facts({ session }: { session: Session }) {
  const { agent_runtime, priority_class } = session;
  return (
    <span className="flex min-w-0 items-center gap-3 text-xs text-faint">
      <Place session={session} />
      <span className="hidden w-22 truncate sm:inline">{runtimeLabel(agent_runtime)}</span>
      <span className="hidden w-12 sm:inline">{priority_class === "spot" ? "Spot" : "Priority"}</span>
    </span>
  );
}

function Words({ session }: { session: Session }) {
  const reason = reasonLine(session);
  const tone = session.status === "failed" ? "text-failed" : "text-faint";
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2">
      <span className="shrink-0 truncate font-medium text-ink max-md:max-w-full max-md:shrink md:max-w-[70%]">
        {session.title}
      </span>
      {session.favorited && (
        <Star
          role="img"
          aria-label="Favourite"
          className="size-3 shrink-0 self-center fill-needs-dot text-needs-dot"
        />
      )}
      {reason !== null && (
        <span className={`hidden min-w-0 truncate text-xs md:inline ${tone}`}>{reason}</span>
      )}
    </span>
  );
}

function NarrowReason({ session }: { session: Session }) {
  const reason = reasonLine(session);
  const tone = session.status === "failed" ? "text-failed" : "text-faint";
  return reason === null ? null : (
    <span className={`block truncate text-xs md:hidden ${tone}`}>{reason}</span>
  );
}

/** One line on a desk, three on a phone; the whole of it is the link. */
export const SessionRow = memo(function SessionRow({ session, index }: { session: Session; index: number }) {
  return (
    <Link
      to="/sessions/$id"
      params={{ id: String(session.id) }}
      data-row={index}
      className="flex min-h-10 items-start gap-2.5 border-b border-line bg-surface px-3 py-2 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2 md:items-center md:px-4 md:py-0"
    >
      <span className="pt-0.5 md:pt-0">
        <StatusMark status={session.status} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 md:flex-row md:items-center md:gap-4">
        <Words session={session} />
        <NarrowReason session={session} />
        <Facts session={session} />
      </span>
      <RelativeTime instant={session.updated_at} className="w-13 shrink-0 text-end text-xs text-faint" />
    </Link>
  );
});
