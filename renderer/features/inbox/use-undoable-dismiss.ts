import { useCallback } from "react";
import { ApiError } from "../../lib/api-error.ts";
import { dismissToast, toastError, toastSuccess } from "../../ui/toasts.ts";
import { useDismiss } from "./api.ts";
import { leave, stay, undoMs } from "./dismissal.store.ts";

/** Takes an entry out of sight at once and dismisses it when its undo is over; a page that is closed first keeps it. */
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
            // Everything that was read may have been dismissed meanwhile.
            const isDone = error instanceof ApiError && error.status === 404;
            if (!isDone) toastError("Could not update the inbox", error);
          })
          .finally(() => stay(id));
      }, undoMs);
      const undo = (): void => {
        clearTimeout(timer);
        stay(id);
      };
      toastSuccess("Dismissed", { undo, id: words });
    },
    [mutateAsync],
  );
}
