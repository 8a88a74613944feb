import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { localTimeZone } from "../../lib/local-date-time.ts";
import {
  deleteSession,
  pauseSession,
  refreshSession,
  restartSession,
  sleepSession,
  unarchiveSession,
} from "../sessions/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { mutateSession, rollBackSession } from "../sessions/mutate-session.ts";
import { cachedSession, removeSession, storeSession } from "../sessions/session-cache.ts";
import { actionById, showActionToast, stillAvailable } from "./action-toasts.ts";
import { dismiss, undismiss, useActions, whileInProgress } from "./actions.store.ts";
import { type ActionId, visibilityToRestore } from "./actions.ts";
import { changeAttention, changeClass, changeVisibility, toggleFavorite } from "./api.ts";
import { type BatchResult, runBatch } from "./run-batch.ts";
import { text } from "./text.ts";

type ImmediateAction = Exclude<ActionId, "archive" | "snooze" | "set_category" | "delete">;
type Request = (session: Session) => Promise<{ session: Session }>;

const requests: Record<ImmediateAction, Request> = {
  unarchive: ({ id }) => unarchiveSession(id),
  mark_done: ({ id }) => changeAttention(id, "done"),
  needs_review: ({ id }) => changeAttention(id, "review"),
  decide_automatically: ({ id }) => changeAttention(id, null),
  favorite: ({ id }) => toggleFavorite(id),
  unfavorite: ({ id }) => toggleFavorite(id),
  hide: ({ id }) => changeVisibility(id, { visibility: "hidden" }),
  show: ({ id }) => changeVisibility(id, { visibility: "visible" }),
  pause: ({ id }) => pauseSession(id),
  restart: ({ id }) => restartSession(id),
  sleep: ({ id }) => sleepSession(id),
  refresh: ({ id }) => refreshSession(id),
  priority: ({ id }) => changeClass(id, "priority"),
  spot: ({ id }) => changeClass(id, "spot"),
};

/** The expected change of a session, for actions with a predictable result. */
const optimisticChanges: Partial<Record<ActionId, Partial<Session>>> = {
  favorite: { favorited: true },
  unfavorite: { favorited: false },
  hide: { visibility: "hidden", effective_visibility: "hidden" },
  show: { visibility: "visible", effective_visibility: "visible" },
  priority: { scheduling_class: "priority", priority_class: "priority" },
  spot: { scheduling_class: "spot", priority_class: "spot" },
  pause: { status: "needs_input", running_job_id: null },
};

/** Shows the change at once, and reverts it if the service refuses. */
export async function runOptimistically(
  client: QueryClient,
  given: Session,
  how: { request: Request; change?: Partial<Session> | undefined },
): Promise<void> {
  const since = liveSessions.mark();
  // An undo or a retry has an older copy of the session.
  const session = cachedSession(client, given.id) ?? given;
  const answered = liveSessions.addOptimistic(session.id, how.change ?? {});
  storeSession(client, session);
  try {
    await mutateSession(client, () => how.request(session).finally(answered));
  } catch (error) {
    rollBackSession(client, session, since);
    throw error;
  }
}

/** Runs the request for each session and shows the progress of several. Refused sessions return to the list. */
export async function withProgress(
  label: string,
  sessions: readonly Session[],
  run: (session: Session) => Promise<unknown>,
): Promise<BatchResult> {
  const total = sessions.length;
  const show = (done: number): void => {
    if (total > 1) useActions.setState({ progress: { label, done, total } });
  };
  show(0);
  try {
    const outcome = await runBatch(sessions, run, show);
    undismiss(outcome.refusals.map(({ session }) => session.id));
    return outcome;
  } finally {
    useActions.setState({ progress: null });
  }
}

const inverseActions: Partial<Record<ActionId, ImmediateAction>> = {
  mark_done: "decide_automatically",
  needs_review: "decide_automatically",
  favorite: "unfavorite",
  unfavorite: "favorite",
  priority: "spot",
  spot: "priority",
};

/** Restores the former visibility of each session. */
function undoVisibility(client: QueryClient, before: readonly Session[]): () => void {
  return () =>
    void withProgress(text.progress.undo, before, (session) => {
      const { visibility, effective_visibility, snoozed_until } = session;
      const change = { visibility, effective_visibility, snoozed_until };
      return runOptimistically(client, session, {
        request: ({ id }) => changeVisibility(id, visibilityToRestore(session)),
        change,
      });
    }).then((outcome) =>
      showActionToast(text.undo, outcome, { retry: (refused) => undoVisibility(client, refused)() }),
    );
}

function undoOf(client: QueryClient, id: ActionId, done: readonly Session[]): (() => void) | undefined {
  if (id === "hide" || id === "show") return undoVisibility(client, done);
  const inverse = inverseActions[id];
  // An undo has none itself: the key that is pressed twice would do the act again.
  return inverse && (() => void carryOut(client, { id: inverse, sessions: done }, () => undefined));
}

/** Runs an action and shows its outcome with an Undo, if `undo` gives one for what was done. */
async function carryOut(
  client: QueryClient,
  { id, sessions }: { id: ImmediateAction; sessions: readonly Session[] },
  undo: (done: readonly Session[]) => (() => void) | undefined,
): Promise<void> {
  const action = actionById(id);
  const ids = sessions.map((session) => session.id);
  if (id === "hide") dismiss(ids);
  const outcome = await whileInProgress(id, ids, () =>
    withProgress(action.label, sessions, (session) =>
      runOptimistically(client, session, { request: requests[id], change: optimisticChanges[id] }),
    ),
  );
  const isStar = id === "favorite" || id === "unfavorite";
  if (isStar && sessions.length === 1 && outcome.refusals.length === 0) return;
  showActionToast(action, outcome, {
    undo: undo(outcome.done),
    retry: (refused) => runAction(client, id, stillAvailable(client, id, refused)),
  });
}

/** Runs an action that needs no confirmation. Starring one session shows no toast, because the star itself changes. */
export const runAction = (
  client: QueryClient,
  id: ImmediateAction,
  sessions: readonly Session[],
): Promise<void> => carryOut(client, { id, sessions }, (done) => undoOf(client, id, done));

/** Hides sessions from the board until a local time. */
export async function snoozeSessions(
  client: QueryClient,
  sessions: readonly Session[],
  until: string,
): Promise<void> {
  const body = { visibility: "snoozed", snoozed_until: until, timezone: localTimeZone() } as const;
  const change = {
    visibility: "snoozed",
    effective_visibility: "snoozed",
    snoozed_until: new Date(until).toISOString(),
  } as const;
  dismiss(sessions.map(({ id }) => id));
  const outcome = await withProgress(text.progress.snooze, sessions, (session) =>
    runOptimistically(client, session, { request: ({ id }) => changeVisibility(id, body), change }),
  );
  showActionToast(actionById("snooze"), outcome, {
    undo: undoVisibility(client, outcome.done),
    retry: (refused) => snoozeSessions(client, stillAvailable(client, "snooze", refused), until),
  });
}

/** Calls `leave` before each deletion, so that no open page reloads a deleted session. */
export async function deletePermanently(
  client: QueryClient,
  sessions: readonly Session[],
  leave: (id: number) => Promise<void>,
): Promise<void> {
  dismiss(sessions.map(({ id }) => id));
  const outcome = await withProgress(text.progress.delete, sessions, async ({ id }) => {
    await leave(id);
    await deleteSession(id);
    liveSessions.receive(id, null);
    removeSession(client, id);
  });
  // A retry asks for confirmation again.
  const retry = (refused: readonly Session[]): void =>
    useActions.setState({ confirming: { action: "delete", sessions: refused } });
  showActionToast(actionById("delete"), outcome, { retry });
}
