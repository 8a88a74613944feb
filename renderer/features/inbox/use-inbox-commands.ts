import { useLayoutEffect, useMemo, useRef } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { replyTo } from "./reply.store.ts";
import { text } from "./text.ts";
import { useEntryActions } from "./use-entry-actions.ts";
import { type Entry, isUnread } from "./view-model.ts";

function focusedSession(): number | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-entry]");
  return row ? Number(row.dataset["entry"]) : null;
}

interface Of {
  entries: readonly Entry[];
  focusSearch(): void;
  markAll(): void;
  dismissAll(): void;
}

const group: Command["group"] = "Inbox";

/** The commands of the inbox. `e` marks the focused entry as read, and dismisses it when it is read. */
export function useInboxCommands(of: Of): void {
  const { focusSearch, markAll, dismissAll } = of;
  const { mark, dismiss } = useEntryActions();
  const latest = useRef(of.entries);
  useLayoutEffect(() => {
    latest.current = of.entries;
  });
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: "inbox.search",
        label: text.filters.search,
        group,
        hotkey: "inbox.search",
        run: focusSearch,
      },
      {
        id: "inbox.done",
        label: text.entries.markReadThenDismiss,
        group,
        hotkey: "inbox.done",
        run() {
          const focused = focusedSession();
          const entry = latest.current.find(({ session }) => session.id === focused);
          if (entry === undefined) return;
          if (isUnread(entry)) mark(entry);
          // What needs a person leaves when that is done.
          else if (entry.needs === null) dismiss(entry);
        },
      },
      {
        id: "inbox.reply",
        label: text.reply.button,
        group,
        hotkey: "inbox.reply",
        run() {
          const focused = focusedSession();
          if (focused !== null) replyTo(focused);
        },
      },
      { id: "inbox.read_all", label: text.page.markAllRead, group, run: markAll },
      { id: "inbox.dismiss_all", label: text.dismissRead.command, group, run: dismissAll },
    ],
    [focusSearch, mark, dismiss, markAll, dismissAll],
  );
  useRegisterCommands("inbox", commands);
}
