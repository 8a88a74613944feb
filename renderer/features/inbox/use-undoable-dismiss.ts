import { useCallback } from "react";
import { ApiError } from "../../lib/api-error.ts";
import { dismissToast, toastError, toastSuccess } from "../../ui/toasts.ts";
import { useDismiss } from "./api.ts";
import { leave, stay, undoMs } from "./dismissal.store.ts";
import { text } from "./text.ts";

/** Hides notifications of a session at once and dismisses them when the undo expires. Closing the page first keeps them. */
export function useUndoableDismiss(): (ids: readonly number[]) => void {
  const { mutateAsync } = useDismiss();
  return useCallback(
    (ids) => {
      if (ids.length === 0) return;
      leave(ids);
      const words = `dismissed-${ids.join("-")}`;
      const timer = setTimeout(() => {
        dismissToast(words);
        Promise.all(ids.map((id) => mutateAsync(id)))
          .catch((error: unknown) => {
            // All read entries may have been dismissed in the meantime.
            const isDone = error instanceof ApiError && error.status === 404;
            if (!isDone) toastError(text.entries.updateFailed, error);
          })
          .finally(() => stay(ids));
      }, undoMs);
      const undo = (): void => {
        clearTimeout(timer);
        stay(ids);
      };
      toastSuccess(text.entries.dismissed, { undo, id: words });
    },
    [mutateAsync],
  );
}
