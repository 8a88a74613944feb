import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { useMarkRead } from "./api.ts";
import { replyTo } from "./reply.store.ts";
import { text } from "./text.ts";
import { useUndoableDismiss } from "./use-undoable-dismiss.ts";

function focusedEntry(): { id: number; read: boolean } | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-entry]");
  return row ? { id: Number(row.dataset["entry"]), read: row.dataset["read"] === "true" } : null;
}

/** The commands of the inbox. `e` marks the focused entry as read, and dismisses it when it is read. */
export function useInboxCommands(of: { focusSearch(): void; markAll(): void; dismissAll(): void }): void {
  const { focusSearch, markAll, dismissAll } = of;
  const { mutate: markRead } = useMarkRead();
  const dismiss = useUndoableDismiss();
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: "inbox.search",
        label: text.filters.search,
        group: "Inbox",
        hotkey: "inbox.search",
        run: focusSearch,
      },
      {
        id: "inbox.done",
        label: text.entries.markReadThenDismiss,
        group: "Inbox",
        hotkey: "inbox.done",
        run() {
          const entry = focusedEntry();
          if (entry) (entry.read ? dismiss : markRead)(entry.id);
        },
      },
      {
        id: "inbox.reply",
        label: text.reply.button,
        group: "Inbox",
        hotkey: "inbox.reply",
        run() {
          const entry = focusedEntry();
          if (entry) replyTo(entry.id);
        },
      },
      { id: "inbox.read_all", label: text.page.markAllRead, group: "Inbox", run: markAll },
      { id: "inbox.dismiss_all", label: text.dismissRead.command, group: "Inbox", run: dismissAll },
    ],
    [focusSearch, markRead, dismiss, markAll, dismissAll],
  );
  useRegisterCommands("inbox", commands);
}
