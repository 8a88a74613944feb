import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { cachedSession } from "../sessions/session-cache.ts";
import { type Action, type ActionId, actions, describeSessions } from "./actions.ts";
import type { BatchResult } from "./run-batch.ts";
import { text } from "./text.ts";

export const actionById = (id: ActionId): Action => actions.find((action) => action.id === id) as Action;

/** The current state of the sessions for which the action is still available. */
export const stillAvailable = (client: QueryClient, id: ActionId, sessions: readonly Session[]): Session[] =>
  sessions.map((session) => cachedSession(client, session.id) ?? session).filter(actionById(id).isAvailable);

interface FollowUps {
  /** Undoes what was done. */
  undo?: (() => unknown) | undefined;
  /** Repeats the action for the refused sessions. */
  retry(refused: readonly Session[]): unknown;
}

/** Reports what was done, with Undo if possible, and what was refused, with another try. */
export function showActionToast(
  action: Pick<Action, "label" | "doneText">,
  { done, refusals }: BatchResult,
  followUps: FollowUps,
): void {
  if (done.length > 0)
    toastSuccess(text.done(action.doneText, describeSessions(done)), { undo: followUps.undo });
  if (refusals.length === 0) return;
  const refused = refusals.map(({ session }) => session);
  const messages = [...new Set(refusals.map(({ message }) => message))];
  const title = text.failedFor(action.label.replace("…", ""), describeSessions(refused));
  toastError(title, messages.slice(0, 3).join(" "), {
    action: { label: text.tryAgain, onClick: () => void followUps.retry(refused) },
  });
}
