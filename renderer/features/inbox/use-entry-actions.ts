import { useCallback } from "react";
import { toastError } from "../../ui/toasts.ts";
import { useMarkRead } from "./api.ts";
import { text } from "./text.ts";
import { useUndoableDismiss } from "./use-undoable-dismiss.ts";
import type { Entry } from "./view-model.ts";

const refused = (error: unknown): void => toastError(text.entries.updateFailed, error);

/** What is done with all notifications of an entry. */
export function useEntryActions() {
  const { mutate, isPending } = useMarkRead();
  const dismissAll = useUndoableDismiss();
  const mark = useCallback(
    ({ notifications }: Pick<Entry, "notifications">): void => {
      for (const { id, read } of notifications) if (!read) mutate(id, { onError: refused });
    },
    [mutate],
  );
  const dismiss = useCallback(
    ({ notifications }: Pick<Entry, "notifications">): void => dismissAll(notifications.map(({ id }) => id)),
    [dismissAll],
  );
  return { mark, dismiss, busy: isPending };
}
