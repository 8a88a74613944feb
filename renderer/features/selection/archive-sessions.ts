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

/** So many in one request, for progress that can be seen. */
const batch = 20;

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

/** A turn keeps its session from the archive, unless its end is accepted. */
const canArchiveNow = (session: Session, { end_turn = false }: ArchiveOptions): boolean =>
  end_turn || !(session.status === "running" || hasQuestion(session));

/** Shows them as archived before they are; returns what ends that for one of them. */
function hideOptimistically(client: QueryClient, sessions: readonly Session[]): (id: number) => void {
  const ends = new Map(
    sessions.map(({ id }) => [id, liveSessions.addOptimistic(id, { status: "archived" })] as const),
  );
  dismiss([...ends.keys()]);
  for (const session of sessions) storeSession(client, session);
  return (id) => ends.get(id)?.();
}

/** Shows what became of them: archived, or back where they were. */
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
  // A dialog or another try was given the sessions as they were then.
  const sessions = given.map((session) => cachedSession(client, session.id) ?? session);
  const all: Archived = { done: [], refusals: [] };
  const since = liveSessions.mark();
  const end = hideOptimistically(
    client,
    sessions.filter((session) => canArchiveNow(session, options)),
  );
  for (let at = 0; at < sessions.length; at += batch) {
    const progress = { label: "Archive", done: at, total: sessions.length };
    if (sessions.length > 1) useActions.setState({ progress });
    const some = sessions.slice(at, at + batch);
    const { done, refusals } = await archiveBatch(some, options);
    for (const { id } of some) end(id);
    settle(client, { done, refusals }, since);
    all.done.push(...done);
    all.refusals.push(...refusals);
  }
  return all;
}

/** What is said under the dialog of what was refused would be gone, and its way back with it, before that is answered. */
function onceAnswered(say: () => void): void {
  if (useActions.getState().refusals.length === 0) return say();
  const stop = useActions.subscribe(({ refusals }) => {
    if (refusals.length > 0) return;
    stop();
    say();
  });
}

/**
 * Archives them all, and shows it at once. What is refused because something would be lost comes back, and a dialog
 * lists each with its choices; `options` accept such a loss. Whatever else is refused can be tried again.
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
  const losses = refusals.filter((refusal) => lossOf(refusal) !== null);
  useActions.setState((held) => ({ progress: null, refusals: [...held.refusals, ...losses] }));
  const restores = done.map(({ id }) => discardDrafts(id));
  const undo = (): Promise<void> => {
    for (const restore of restores) restore();
    return runAction(client, "unarchive", done);
  };
  const others = refusals.filter((refusal) => lossOf(refusal) === null);
  const again = (refused: readonly Session[]): Promise<void> =>
    archiveSessions(client, stillAvailable(client, "archive", refused), options);
  onceAnswered(() => showActionToast(actionById("archive"), { done, refusals: others }, { undo, again }));
}

/** Delivers what waits instead of archiving; the session stays, with the turn that begins. */
export async function sendQueued({ session }: Refusal): Promise<void> {
  const { enqueued_messages } = await listMessages(session.id, {});
  const [next] = enqueued_messages;
  if (next) await sendMessageNow(session.id, next.id);
  removeRefusals([session.id]);
  toastSuccess(`Sent to “${session.title}”`, { description: "The session stays open." });
}
