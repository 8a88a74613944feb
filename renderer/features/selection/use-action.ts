import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { toastError } from "../../ui/toasts.ts";
import { useActions } from "./actions.store.ts";
import { type ActionId, actions } from "./actions.ts";
import { archiveSessions } from "./archive-sessions.ts";
import { runAction } from "./run-action.ts";
import { text } from "./text.ts";

/** Runs an action on the sessions for which it is available, after a confirmation if it needs one. */
export function useAction(): (id: ActionId, sessions: readonly Session[]) => void {
  const client = useQueryClient();
  return useCallback(
    (id, given) => {
      const sessions = given.filter((session) =>
        actions.find((action) => action.id === id)?.isAvailable(session),
      );
      if (sessions.length === 0) return;
      if (id === "snooze" || id === "set_category" || id === "delete")
        return useActions.setState({ confirming: { action: id, sessions } });
      const work = id === "archive" ? archiveSessions(client, sessions) : runAction(client, id, sessions);
      work.catch((error: unknown) => toastError(text.failed, error));
    },
    [client],
  );
}
