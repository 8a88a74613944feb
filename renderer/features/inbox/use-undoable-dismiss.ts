import { useCallback } from "react";
import { ApiError } from "../../lib/api-error.ts";
import { dismissToast, toastError, toastSuccess } from "../../ui/toasts.ts";
import { useDismiss } from "./api.ts";
import { leave, stay, undoMs } from "./dismissal.store.ts";
import { text } from "./text.ts";

/** Hides an entry at once and dismisses it when its undo expires. Closing the page first keeps it. */
export function useUndoableDismiss(): (id: number) => void {
  const { mutateAsync } = useDismiss();
  return useCallback(
    (id) => {
      leave(id);
      const words = `dismissed-${id}`;
      const timer = setTimeout(() => {
        dismissToast(words);
        mutateAsync(id)
          .catch((error: unknown) => {
            // All read entries may have been dismissed in the meantime.
            const isDone = error instanceof ApiError && error.status === 404;
            if (!isDone) toastError(text.entries.updateFailed, error);
          })
          .finally(() => stay(id));
      }, undoMs);
      const undo = (): void => {
        clearTimeout(timer);
        stay(id);
      };
      toastSuccess(text.entries.dismissed, { undo, id: words });
    },
    [mutateAsync],
  );
}
