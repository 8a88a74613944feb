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
import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { InlineCode } from "../../ui/InlineCode.tsx";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toastError } from "../../ui/toasts.ts";
import { useMarkRead } from "./api.ts";
import type { EntryKind } from "./inbox-search.ts";
import { replyTo, useReplying } from "./reply.store.ts";
import { text } from "./text.ts";
import { useUndoableDismiss } from "./use-undoable-dismiss.ts";
import { kindOf, linesBelow } from "./view-model.ts";

const InboxReply = lazyComponent(async () => (await import("./InboxReply.tsx")).InboxReply, "preload");

const looks: Readonly<Record<EntryKind, { Icon: LucideIcon; tone: string }>> = {
  needs_input: { Icon: CircleUser, tone: "text-needs-dot" },
  failed: { Icon: CircleAlert, tone: "text-failed-dot" },
  question: { Icon: MessageCircleQuestion, tone: "text-needs-dot" },
  message: { Icon: MessageSquare, tone: "text-accent" },
};

const refused = (error: unknown): void => toastError(text.entries.updateFailed, error);

function RowButton({ entry: { id, read, session } }: { entry: Notification }) {
  const markRead = useMarkRead();
  const dismiss = useUndoableDismiss();
  const [label, Icon] = read ? [text.entries.dismiss, X] : [text.entries.markRead, Check];
  return (
    <IconButton
      label={label}
      aria-label={`${label}: ${session.title}`}
      busy={markRead.isPending}
      onClick={() => (read ? dismiss(id) : markRead.mutate(id, { onError: refused }))}
      className="relative z-10"
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}

function ReplyButton({ entry, isReplying }: { entry: Notification; isReplying: boolean }) {
  const label = kindOf(entry) === "question" ? text.reply.answer : text.reply.button;
  return (
    <IconButton
      label={label}
      aria-label={`${label}: ${entry.session.title}`}
      aria-expanded={isReplying}
      onClick={() => replyTo(isReplying ? null : entry.id)}
      className="relative z-10"
    >
      <Reply aria-hidden className="size-4 rtl:-scale-x-100" />
    </IconButton>
  );
}

interface RowProps {
  entry: Notification;
  index: number;
  /** The status summary of its session, if it has one. */
  summary: string | undefined;
  /** What its session waits for: its last question, or why it is to be looked at. */
  reason: string | undefined;
}

/** One entry; clicking it opens the session. */
export function InboxRow({ entry, index, summary, reason }: RowProps) {
  const { id, read, session, created_at } = entry;
  const { mutate: markRead } = useMarkRead();
  const kind = kindOf(entry);
  const isReplying = useReplying((state) => state.id === id);
  const { Icon, tone } = looks[kind];
  return (
    <li
      data-row={index}
      data-entry={id}
      data-read={read}
      className="relative isolate flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0 focus-within:bg-hover hover:bg-hover"
    >
      <Icon role="img" aria-label={text.kinds[kind]} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <Link
            to="/sessions/$id"
            params={{ id: String(session.id) }}
            onClick={() => !read && markRead(id)}
            className={`min-w-0 truncate after:absolute after:inset-0 ${read ? "text-soft" : "font-semibold"}`}
          >
            {session.title}
            {!read && <span className="sr-only">{text.entries.unread}</span>}
          </Link>
          {!read && (
            <span aria-hidden className="size-1.5 shrink-0 self-center rounded-full bg-accent-fill" />
          )}
          <RelativeTime instant={created_at} className="ms-auto text-xs text-faint" />
        </p>
        <p className="line-clamp-3 text-xs wrap-anywhere whitespace-pre-line text-soft">
          <InlineCode text={linesBelow(entry, { summary, reason })} />
        </p>
        <LazyBoundary>{isReplying && <InboxReply entry={entry} />}</LazyBoundary>
      </div>
      <ReplyButton entry={entry} isReplying={isReplying} />
      <RowButton entry={entry} />
    </li>
  );
}
