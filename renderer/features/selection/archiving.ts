import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { sayDone } from "../../ui/toasts.ts";
import { listMessages, sendMessageNow } from "../queue/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { sessionKeys, storeSession } from "../sessions/session-cache.ts";
import { dismiss, useActs, withoutRefusals } from "./acts.store.ts";
import { namesOf } from "./acts.ts";
import { type ArchiveOptions, bulkArchive } from "./api.ts";
import { perform } from "./perform.ts";
import type { Refusal } from "./refusals.ts";
import { refusalOf } from "./run-many.ts";

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

function showArchived(client: QueryClient, done: readonly Session[], since: number): void {
  dismiss(done.map(({ id }) => id));
  for (const session of done) {
    const newest = liveSessions.newest({ ...session, status: "archived" }, since);
    if (newest) storeSession(client, newest);
  }
  void client.invalidateQueries({ queryKey: sessionKeys.ones });
}

/**
 * Archives them all. What is refused because something would be lost stays, and a dialog lists each with its choices;
 * `options` accept such a loss.
 */
export async function archive(
  client: QueryClient,
  sessions: readonly Session[],
  options: ArchiveOptions = {},
): Promise<void> {
  const all: Archived = { done: [], refusals: [] };
  const since = liveSessions.mark();
  for (let at = 0; at < sessions.length; at += batch) {
    const progress = { label: "Archive", done: at, total: sessions.length };
    if (sessions.length > 1) useActs.setState({ progress });
    const { done, refusals } = await archiveBatch(sessions.slice(at, at + batch), options);
    showArchived(client, done, since);
    all.done.push(...done);
    all.refusals.push(...refusals);
  }
  withoutRefusals(sessions.map(({ id }) => id));
  useActs.setState(({ refusals }) => ({ progress: null, refusals: [...refusals, ...all.refusals] }));
  if (all.done.length === 0) return;
  sayDone(`Archived ${namesOf(all.done)}`, { undo: () => perform(client, "unarchive", all.done) });
}

/** Delivers what waits instead of archiving; the session stays, with the turn that begins. */
export async function sendQueued({ session }: Refusal): Promise<void> {
  const { enqueued_messages } = await listMessages(session.id, {});
  const [next] = enqueued_messages;
  if (next) await sendMessageNow(session.id, next.id);
  withoutRefusals([session.id]);
  sayDone(`Sent to “${session.title}”`, { about: "It is not archived." });
}
