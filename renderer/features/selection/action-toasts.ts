import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { cachedSession } from "../sessions/session-cache.ts";
import { type Action, type ActionId, actions, describeSessions } from "./actions.ts";
import type { BatchResult } from "./run-batch.ts";

export const actionById = (id: ActionId): Action => actions.find((act) => act.id === id) as Action;

/** Those that it still fits, as they are by now. */
export const stillAvailable = (client: QueryClient, id: ActionId, sessions: readonly Session[]): Session[] =>
  sessions.map((session) => cachedSession(client, session.id) ?? session).filter(actionById(id).isAvailable);

interface Ways {
  /** The way back from what was done. */
  undo?: (() => unknown) | undefined;
  /** The same once more for those that were refused. */
  again(refused: readonly Session[]): unknown;
}

/** Tells what was done, with a way back where there is one, and what was refused, with another try. */
export function showActionToast(
  act: Pick<Action, "label" | "doneText">,
  { done, refusals }: BatchResult,
  ways: Ways,
): void {
  if (done.length > 0) toastSuccess(`${act.doneText} ${describeSessions(done)}`, { undo: ways.undo });
  if (refusals.length === 0) return;
  const refused = refusals.map(({ session }) => session);
  const words = [...new Set(refusals.map(({ message }) => message))];
  const title = `${act.label.replace("…", "")}: failed for ${describeSessions(refused)}`;
  toastError(title, words.slice(0, 3).join(" "), {
    action: { label: "Try again", onClick: () => void ways.again(refused) },
  });
}
