import { type RefObject, useMemo } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { useMarkRead } from "./api.ts";
import { useUndoableDismiss } from "./use-undoable-dismiss.ts";

/** The entry whose row has the focus. */
function focusedEntry(): { id: number; read: boolean } | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-entry]");
  return row ? { id: Number(row.dataset["entry"]), read: row.dataset["read"] === "true" } : null;
}

/** What can be done in the inbox; `e` takes the entry with the focus one step on: read, then dismissed. */
export function useInboxCommands(of: {
  input: RefObject<HTMLInputElement | null>;
  markAll(): void;
  dismissAll(): void;
}): void {
  const { input, markAll, dismissAll } = of;
  const { mutate: markRead } = useMarkRead();
  const dismiss = useUndoableDismiss();
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: "inbox.search",
        label: "Search the inbox",
        group: "Inbox",
        hotkey: "inbox.search",
        run() {
          input.current?.focus();
          input.current?.select();
        },
      },
      {
        id: "inbox.done",
        label: "Mark as read, then dismiss",
        group: "Inbox",
        hotkey: "inbox.done",
        run() {
          const entry = focusedEntry();
          if (entry) (entry.read ? dismiss : markRead)(entry.id);
        },
      },
      { id: "inbox.read_all", label: "Mark all as read", group: "Inbox", run: markAll },
      { id: "inbox.dismiss_all", label: "Dismiss all read", group: "Inbox", run: dismissAll },
    ],
    [input, markRead, dismiss, markAll, dismissAll],
  );
  useRegisterCommands("inbox", commands);
}
