import { Link } from "@tanstack/react-router";
import {
  Check,
  CircleAlert,
  CircleUser,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquare,
  Reply,
  X,
} from "lucide-react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { localizeTimes } from "../../lib/time.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { InlineCode } from "../../ui/InlineCode.tsx";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import type { EntryKind, InboxSearch } from "./inbox-search.ts";
import { replyTo, useReplying } from "./reply.store.ts";
import { text } from "./text.ts";
import { useEntryActions } from "./use-entry-actions.ts";
import { type Entry, isUnread, kindOfEntry, linesOf, timeOf } from "./view-model.ts";

const InboxReply = lazyComponent(async () => (await import("./InboxReply.tsx")).InboxReply, "preload");

const looks: Readonly<Record<EntryKind, { Icon: LucideIcon; tone: string }>> = {
  needs_input: { Icon: CircleUser, tone: "text-needs-dot" },
  failed: { Icon: CircleAlert, tone: "text-failed-dot" },
  question: { Icon: MessageCircleQuestion, tone: "text-needs-dot" },
  message: { Icon: MessageSquare, tone: "text-accent" },
};

function RowButton({ entry }: { entry: Entry }) {
  const { mark, dismiss, busy } = useEntryActions();
  // What needs a person leaves when that is done.
  const { needs, session } = entry;
  if (!isUnread(entry) && needs !== null) return null;
  const [label, Icon] = isUnread(entry) ? [text.entries.markRead, Check] : [text.entries.dismiss, X];
  return (
    <IconButton
      label={label}
      aria-label={`${label}: ${session.title}`}
      busy={busy}
      onClick={() => (isUnread(entry) ? mark(entry) : dismiss(entry))}
      className="relative z-10"
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}

function ReplyButton({ entry, isReplying }: { entry: Entry; isReplying: boolean }) {
  const label = kindOfEntry(entry) === "question" ? text.reply.answer : text.reply.button;
  return (
    <IconButton
      label={label}
      aria-label={`${label}: ${entry.session.title}`}
      aria-expanded={isReplying}
      onClick={() => replyTo(isReplying ? null : entry.session.id)}
      className="relative z-10"
    >
      <Reply aria-hidden className="size-4 rtl:-scale-x-100" />
    </IconButton>
  );
}

interface RowProps {
  entry: Entry;
  search: InboxSearch;
  index: number;
}

/** One entry; clicking it opens the session. */
export function InboxRow({ entry, search, index }: RowProps) {
  const { session, notifications, needs } = entry;
  const { mark } = useEntryActions();
  const unread = isUnread(entry);
  const kind = kindOfEntry(entry);
  const isReplying = useReplying((state) => state.id === session.id);
  const { Icon, tone } = looks[kind];
  return (
    <li
      data-row={index}
      data-entry={session.id}
      data-needs={needs !== null}
      className="relative isolate flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0 focus-within:bg-hover hover:bg-hover"
    >
      <Icon role="img" aria-label={text.kinds[kind]} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <Link
            to="/sessions/$id"
            params={{ id: String(session.id) }}
            onClick={() => mark(entry)}
            className={`min-w-0 wrap-anywhere after:absolute after:inset-0 md:truncate ${unread ? "font-semibold" : "text-soft"}`}
          >
            {session.title}
            {unread && <span className="sr-only">{text.entries.unread}</span>}
          </Link>
          {unread && (
            <span aria-hidden className="size-1.5 shrink-0 self-center rounded-full bg-accent-fill" />
          )}
          {notifications.length > 1 && (
            <span className="shrink-0 text-xs text-faint">{text.entries.several(notifications.length)}</span>
          )}
          <RelativeTime instant={timeOf(entry)} className="ms-auto shrink-0 text-xs text-faint" />
        </p>
        <p className="line-clamp-3 text-xs wrap-anywhere whitespace-pre-line text-soft">
          <InlineCode text={localizeTimes(linesOf(entry, search), Date.parse(timeOf(entry)))} />
        </p>
        <LazyBoundary>{isReplying && <InboxReply entry={entry} />}</LazyBoundary>
      </div>
      <ReplyButton entry={entry} isReplying={isReplying} />
      <RowButton entry={entry} />
    </li>
  );
}
