import { Link } from "@tanstack/react-router";
import { EyeOff, GitBranch, Hourglass, MessageCircleQuestion, Star } from "lucide-react";
import { memo } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { useMinute } from "../../lib/time.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useSelection } from "../selection/selection.store.ts";
import { homeOf, runtimeLabel } from "../sessions/session-words.ts";
import { RowButtons } from "./RowButtons.tsx";
import { RowMark } from "./RowMark.tsx";
import { chipsOf, lineOf, type RowChip } from "./row-words.ts";

const chipLooks = {
  question: { Icon: MessageCircleQuestion, tone: "bg-needs-soft text-needs" },
  wait: { Icon: Hourglass, tone: "bg-sunken text-soft" },
  place: { Icon: EyeOff, tone: "bg-sunken text-soft" },
} satisfies Record<RowChip["kind"], unknown>;

function Chip({ chip }: { chip: RowChip }) {
  const { Icon, tone } = chipLooks[chip.kind];
  return (
    <span
      title={chip.label}
      className={`inline-flex h-5 max-w-72 min-w-0 md:shrink-0 items-center gap-1 rounded-full px-2 text-2xs font-normal ${tone}`}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate">{chip.label}</span>
    </span>
  );
}

function Facts({ session }: { session: Session }) {
  const { agent_runtime, priority_class, git_root, branch } = session;
  return (
    <span className="flex min-w-0 items-center gap-3 text-xs text-faint">
      <span className="flex min-w-0 items-center gap-2 md:w-56">
        <span className="truncate text-soft" title={git_root ?? undefined}>
          {homeOf(session)}
        </span>
        <span className="flex min-w-0 items-center gap-1 font-mono text-2xs" title={branch}>
          <GitBranch aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{branch}</span>
        </span>
      </span>
      <RelativeTime instant={session.updated_at} className="shrink-0 md:hidden" />
      <span className="hidden w-20 truncate lg:inline">{runtimeLabel(agent_runtime)}</span>
      <span className="hidden w-12 lg:inline">{priority_class === "spot" ? "Spot" : "Priority"}</span>
    </span>
  );
}

function Title({ session, unread }: { session: Session; unread: boolean }) {
  return (
    <>
      {unread && (
        <span className="mt-[7px] size-1.5 shrink-0 self-start rounded-full bg-accent-fill">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <span
        title={session.title}
        className={`min-w-0 truncate ${unread ? "font-semibold" : "font-medium"} text-ink`}
      >
        {session.title}
      </span>
      {session.favorited && (
        <Star
          role="img"
          aria-label="Favourite"
          className="size-3 shrink-0 fill-needs-dot text-needs-dot md:hidden"
        />
      )}
    </>
  );
}

interface Props {
  session: Session;
  index: number;
  summary: string | undefined;
  unread: boolean;
  /** It is drawn for a moment more though it left the list. */
  gone: boolean;
  order(): readonly number[];
}

/** One or two lines on a desk, up to four on a phone; a press anywhere but on its buttons opens the session. */
export const SessionRow = memo(function SessionRow({ session, index, summary, unread, gone, order }: Props) {
  const isSelected = useSelection(({ ids }) => ids.has(session.id));
  const chips = chipsOf(session, useMinute());
  const line = lineOf(session, summary);
  const tone = session.status === "failed" ? "text-failed" : "text-faint";
  return (
    <div
      data-row={index}
      data-session={session.id}
      className={`group/row relative flex min-h-11 items-start gap-2 border-b border-line px-3 py-2 md:items-center md:px-4 md:py-1 ${isSelected ? "bg-accent-soft" : "bg-surface hover:bg-hover has-[a:focus-visible]:bg-hover"} ${gone ? "opacity-45" : ""}`}
    >
      <RowMark session={session} order={order} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 md:flex-row md:items-center md:gap-4">
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 md:flex-nowrap">
            <Link
              to="/sessions/$id"
              params={{ id: String(session.id) }}
              className="flex min-w-0 items-center gap-2 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <Title session={session} unread={unread} />
            </Link>
            {chips.map((chip) => (
              <Chip key={chip.kind} chip={chip} />
            ))}
          </span>
          {line !== null && (
            <span
              className={`truncate text-xs max-md:line-clamp-2 max-md:whitespace-normal ${tone}`}
              title={line}
            >
              {line}
            </span>
          )}
        </span>
        <Facts session={session} />
      </span>
      <RowButtons session={session} />
      <RelativeTime
        instant={session.updated_at}
        className="w-13 shrink-0 text-end text-xs text-faint max-md:hidden"
      />
    </div>
  );
});
