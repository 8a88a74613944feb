import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { sayDone, sayRefused } from "../../ui/toasts.ts";
import {
  deleteSession,
  pauseSession,
  refreshSession,
  restartSession,
  sleepSession,
  unarchiveSession,
} from "../sessions/api.ts";
import { keepAnswer } from "../sessions/keep-answer.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { dropSession, storeSession } from "../sessions/session-cache.ts";
import { dismiss, useActs } from "./acts.store.ts";
import { type Act, type ActId, acts, namesOf, visibilityOf } from "./acts.ts";
import { changeClass, changeVisibility, toggleFavourite } from "./api.ts";
import { type Outcome, runMany } from "./run-many.ts";

type Plain = Exclude<ActId, "archive" | "snooze" | "delete">;
type Request = (session: Session) => Promise<{ session: Session }>;

const requests: Record<Plain, Request> = {
  unarchive: ({ id }) => unarchiveSession(id),
  favourite: ({ id }) => toggleFavourite(id),
  unfavourite: ({ id }) => toggleFavourite(id),
  hide: ({ id }) => changeVisibility(id, { visibility: "hidden" }),
  show: ({ id }) => changeVisibility(id, { visibility: "visible" }),
  pause: ({ id }) => pauseSession(id),
  restart: ({ id }) => restartSession(id),
  sleep: ({ id }) => sleepSession(id),
  refresh: ({ id }) => refreshSession(id),
  priority: ({ id }) => changeClass(id, "priority"),
  spot: ({ id }) => changeClass(id, "spot"),
};

/** What a session looks like once this is done, where that can be told beforehand. */
const foreseen: Partial<Record<ActId, Partial<Session>>> = {
  favourite: { favorited: true },
  unfavourite: { favorited: false },
  hide: { visibility: "hidden", effective_visibility: "hidden" },
  show: { visibility: "visible", effective_visibility: "visible" },
};

/** Shows the change at once, and takes it back where the service refuses. */
async function optimistic(
  client: QueryClient,
  session: Session,
  how: { request: Request; change?: Partial<Session> | undefined },
): Promise<void> {
  const since = liveSessions.mark();
  if (how.change) storeSession(client, { ...session, ...how.change });
  try {
    await keepAnswer(client, () => how.request(session));
  } catch (error) {
    const newest = liveSessions.newest(session, since);
    if (newest) storeSession(client, newest);
    throw error;
  }
}

/** Runs it over all of them and shows how far it is where they are several. */
async function withProgress(
  label: string,
  sessions: readonly Session[],
  run: (session: Session) => Promise<unknown>,
): Promise<Outcome> {
  const total = sessions.length;
  const show = (done: number): void => {
    if (total > 1) useActs.setState({ progress: { label, done, total } });
  };
  show(0);
  try {
    return await runMany(sessions, run, show);
  } finally {
    useActs.setState({ progress: null });
  }
}

/** Tells what was done, with a way back where there is one, and what was refused. */
function tell(act: Pick<Act, "label" | "done">, outcome: Outcome, undo?: () => void): void {
  const { done, refusals } = outcome;
  if (done.length > 0) sayDone(`${act.done} ${namesOf(done)}`, { undo });
  if (refusals.length === 0) return;
  const whose = namesOf(refusals.map(({ session }) => session));
  const words = [...new Set(refusals.map(({ message }) => message))];
  sayRefused(`${act.label.replace("…", "")}: not possible for ${whose}`, words.slice(0, 3).join(" "));
}

const inverse: Partial<Record<ActId, Plain>> = {
  favourite: "unfavourite",
  unfavourite: "favourite",
  priority: "spot",
  spot: "priority",
};
const ofId = (id: ActId): Act => acts.find((act) => act.id === id) as Act;

/** The way back from a change of where sessions lie: each to its own place. */
function undoVisibility(client: QueryClient, before: readonly Session[]): () => void {
  const act = { label: "Undo", done: "Put back" };
  return () =>
    void withProgress("Putting back", before, (session) =>
      optimistic(client, session, { request: ({ id }) => changeVisibility(id, visibilityOf(session)) }),
    ).then((outcome) => tell(act, outcome));
}

function undoOf(client: QueryClient, id: ActId, done: readonly Session[]): (() => void) | undefined {
  if (id === "hide" || id === "show") return undoVisibility(client, done);
  const back = inverse[id];
  return back && (() => void perform(client, back, done));
}

/** Does what needs no question first. A single star speaks for itself. */
export async function perform(client: QueryClient, id: Plain, sessions: readonly Session[]): Promise<void> {
  const act = ofId(id);
  if (id === "hide") dismiss(sessions.map((session) => session.id));
  const outcome = await withProgress(act.label, sessions, (session) =>
    optimistic(client, session, { request: requests[id], change: foreseen[id] }),
  );
  const isStar = id === "favourite" || id === "unfavourite";
  if (isStar && sessions.length === 1 && outcome.refusals.length === 0) return;
  tell(act, outcome, undoOf(client, id, outcome.done));
}

/** Puts sessions off the board until clocks in a zone show that time. */
export async function snooze(
  client: QueryClient,
  sessions: readonly Session[],
  until: { wallClock: string; zone: string },
): Promise<void> {
  const body = { visibility: "snoozed", snoozed_until: until.wallClock, timezone: until.zone } as const;
  dismiss(sessions.map(({ id }) => id));
  const outcome = await withProgress("Snooze", sessions, (session) =>
    optimistic(client, session, { request: ({ id }) => changeVisibility(id, body) }),
  );
  tell(ofId("snooze"), outcome, undoVisibility(client, outcome.done));
}

/** Calls `leave` before each goes, so that no page asks anew for what is no more. */
export async function removeForGood(
  client: QueryClient,
  sessions: readonly Session[],
  leave: (id: number) => Promise<void>,
): Promise<void> {
  dismiss(sessions.map(({ id }) => id));
  const outcome = await withProgress("Delete", sessions, async ({ id }) => {
    await leave(id);
    await deleteSession(id);
    liveSessions.learn(id, null);
    dropSession(client, id);
  });
  tell(ofId("delete"), outcome);
}
