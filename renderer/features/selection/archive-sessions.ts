import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { discardDrafts } from "../../lib/drafts.ts";
import { toastSuccess } from "../../ui/toasts.ts";
import { listMessages, sendMessageNow } from "../queue/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { rollBackSession } from "../sessions/mutate-session.ts";
import { cachedSession, sessionKeys, storeSession } from "../sessions/session-cache.ts";
import { actionById, showActionToast, stillAvailable } from "./action-toasts.ts";
import { dismiss, removeRefusals, undismiss, useActions, whileInProgress } from "./actions.store.ts";
import { hasQuestion } from "./actions.ts";
import { type ArchiveOptions, bulkArchive } from "./api.ts";
import { lossOf, type Refusal } from "./refusals.ts";
import { runAction } from "./run-action.ts";
import { refusalOf } from "./run-batch.ts";
import { text } from "./text.ts";

/** Sessions per request, so that progress is visible. */
const batchSize = 20;

interface Archived {
  done: Session[];
  refusals: Refusal[];
}

async function archiveBatch(sessions: readonly Session[], options: ArchiveOptions): Promise<Archived> {
  const ids = sessions.map(({ id }) => id);
  try {
    const { errors } = await bulkArchive(ids, options);
    const refused = new Map(errors.map((error) => [error.id, error]));
    return {
      done: sessions.filter(({ id }) => !refused.has(id)),
      refusals: sessions.flatMap((session) => {
        const error = refused.get(session.id);
        return error ? [{ session, reason: error.error, message: error.message }] : [];
      }),
    };
  } catch (error) {
    return { done: [], refusals: sessions.map((session) => refusalOf(session, error)) };
  }
}

/** A session in a turn cannot be archived unless the turn may be ended. */
const canArchiveNow = (session: Session, { end_turn = false }: ArchiveOptions): boolean =>
  end_turn || !(session.status === "running" || hasQuestion(session));

/** Shows the sessions as archived at once. The result ends that for one session. */
function hideOptimistically(client: QueryClient, sessions: readonly Session[]): (id: number) => void {
  const ends = new Map(
    sessions.map(({ id }) => [id, liveSessions.addOptimistic(id, { status: "archived" })] as const),
  );
  dismiss([...ends.keys()]);
  for (const session of sessions) storeSession(client, session);
  return (id) => ends.get(id)?.();
}

/** Shows the outcome: archived, or back on the list. */
function settle(client: QueryClient, { done, refusals }: Archived, since: number): void {
  const archived = done.map((session) => ({ ...session, status: "archived" as const }));
  const refused = refusals.map(({ session }) => session);
  dismiss(archived.map(({ id }) => id));
  undismiss(refused.map(({ id }) => id));
  for (const session of archived) {
    const newest = liveSessions.acceptResponse(session, since);
    if (newest) storeSession(client, newest);
  }
  for (const session of refused) rollBackSession(client, session, since);
  void client.invalidateQueries({ queryKey: sessionKeys.details });
}

async function archiveAll(
  client: QueryClient,
  given: readonly Session[],
  options: ArchiveOptions,
): Promise<Archived> {
  // A dialog or a retry has older copies of the sessions.
  const sessions = given.map((session) => cachedSession(client, session.id) ?? session);
  const all: Archived = { done: [], refusals: [] };
  const since = liveSessions.mark();
  const end = hideOptimistically(
    client,
    sessions.filter((session) => canArchiveNow(session, options)),
  );
  for (let at = 0; at < sessions.length; at += batchSize) {
    const progress = { label: text.actions.archive.label, done: at, total: sessions.length };
    if (sessions.length > 1) useActions.setState({ progress });
    const some = sessions.slice(at, at + batchSize);
    const { done, refusals } = await archiveBatch(some, options);
    for (const { id } of some) end(id);
    settle(client, { done, refusals }, since);
    all.done.push(...done);
    all.refusals.push(...refusals);
  }
  return all;
}

/** Waits for the dialog of refusals to close, because a toast below it would expire, together with its Undo. */
function afterDialog(show: () => void): void {
  if (useActions.getState().refusals.length === 0) return show();
  const stop = useActions.subscribe(({ refusals }) => {
    if (refusals.length > 0) return;
    stop();
    show();
  });
}

/**
 * Archives the sessions and shows that at once. A session that would lose work returns to the list, and a dialog offers
 * its choices; `options` accept such a loss. Other refusals can be retried.
 */
export async function archiveSessions(
  client: QueryClient,
  sessions: readonly Session[],
  options: ArchiveOptions = {},
): Promise<void> {
  const ids = sessions.map(({ id }) => id);
  const { done, refusals } = await whileInProgress("archive", ids, () =>
    archiveAll(client, sessions, options),
  );
  removeRefusals(ids);
  if (done.length > 0) useActions.setState({ archived: done.map(({ id }) => id) });
  const losses = refusals.filter((refusal) => lossOf(refusal) !== null);
  useActions.setState((state) => ({ progress: null, refusals: [...state.refusals, ...losses] }));
  const restores = done.map(({ id }) => discardDrafts(id));
  const undo = (): Promise<void> => {
    for (const restore of restores) restore();
    return runAction(client, "unarchive", done);
  };
  const others = refusals.filter((refusal) => lossOf(refusal) === null);
  const retry = (refused: readonly Session[]): Promise<void> =>
    archiveSessions(client, stillAvailable(client, "archive", refused), options);
  afterDialog(() => showActionToast(actionById("archive"), { done, refusals: others }, { undo, retry }));
}

/** Sends the next queued message instead of archiving. The session stays open and starts a turn. */
export async function sendQueued({ session }: Refusal): Promise<void> {
  const { enqueued_messages } = await listMessages(session.id, {});
  const [next] = enqueued_messages;
  if (next) await sendMessageNow(session.id, next.id);
  removeRefusals([session.id]);
  toastSuccess(text.archiveRefusals.sent(session.title), { description: text.archiveRefusals.staysOpen });
}
