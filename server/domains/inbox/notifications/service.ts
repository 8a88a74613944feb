import type { Database } from "../../../db/open.ts";
import { type Pagination, paginate } from "../../../http/model.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { SessionRow, SessionService, Transition } from "../../sessions/sessions/index.ts";
import { type Attention, needsPerson } from "../../sessions/sessions/model.ts";
import { notificationRefusal } from "./errors.ts";
import { notifyNeedsInputJob } from "./jobs.ts";
import type { Notification, NotificationType } from "./model.ts";
import { consequenceOf, settleMs } from "./rules.ts";
import { type NotificationRow, type NotificationStore, notificationStore } from "./store.ts";
import { text } from "./text.ts";

const messageLimit = 2_000;

export type NotificationService = ReturnType<typeof notificationService>;

interface NotificationDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  sessions: Pick<SessionService, "byId" | "find">;
  /** What the session waits for; undefined until that is decided. */
  attentionOf(sessionId: number): Attention | undefined;
  newId(): string;
  redact(text: string): string;
  /** An entry was added to the inbox. Called inside the transaction that stores it. */
  added(entry: { id: number; type: NotificationType }): void;
  /** Notifies the board that the inbox changed; it counts the unread entries itself. */
  changed(pendingCount: () => number): void;
}

interface PushRequest {
  session_id?: number | string | null | undefined;
  message?: string | null | undefined;
}

/** The person's inbox. */
export function notificationService(deps: NotificationDeps) {
  const { database, clock, sessions } = deps;
  const store = notificationStore(database);
  const pendingCount = (): number => store.countUnread();
  const changed = (): void => deps.changed(pendingCount);

  function find(id: number): NotificationRow {
    const row = store.find(id);
    if (!row) throw notificationRefusal("not_found");
    return row;
  }

  function view(row: NotificationRow): Notification {
    const { id, slug, title, status } = sessions.find(String(row.sessionId));
    return {
      id: row.id,
      session_id: row.sessionId,
      notification_type: row.notificationType,
      message: row.message,
      read: row.read,
      stale: row.stale,
      created_at: instant(row.createdAt),
      updated_at: instant(row.updatedAt),
      session: { id, slug, title, status },
    };
  }

  return {
    ...notificationSources(deps, store, changed),
    pendingCount,
    get: (id: number): Notification => view(find(id)),

    /** Any status other than `read` and `unread` is ignored. */
    list(query: { status?: string | undefined; page: number; per_page: number }): {
      notifications: Notification[];
      pagination: Pagination;
    } {
      const known = query.status === "read" || query.status === "unread";
      const filter = known ? { read: query.status === "read" } : {};
      const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
      return {
        notifications: store.list(filter, page).map(view),
        pagination: paginate(store.count(filter), query),
      };
    },

    markRead(id: number): Notification {
      const row = find(id);
      if (row.read) return view(row);
      changed();
      return view(store.update(id, { read: true, updatedAt: clock.now() }) ?? row);
    },

    markAllRead(): { marked_count: number; pending_count: number } {
      const marked = store.markRead({}, clock.now());
      if (marked > 0) changed();
      return { marked_count: marked, pending_count: pendingCount() };
    },

    dismiss(id: number): void {
      if (!find(id).read) throw notificationRefusal("unread");
      store.remove(id);
      changed();
    },

    dismissAllRead(): { dismissed_count: number; pending_count: number } {
      const dismissed = store.removeRead();
      if (dismissed > 0) changed();
      return { dismissed_count: dismissed, pending_count: pendingCount() };
    },

    /** The person has opened the session (R53). */
    markSeen(sessionId: number): void {
      if (store.markRead({ sessionId }, clock.now()) > 0) changed();
    },
  };
}

/** What adds entries to the inbox and what removes them again. */
function notificationSources(deps: NotificationDeps, store: NotificationStore, changed: () => void) {
  const { clock, database, jobs, sessions } = deps;

  function add(sessionId: number, entry: { type: NotificationType; marker: string; message: string }): void {
    const now = clock.now();
    const { type, marker } = entry;
    const message = deps.redact(entry.message).slice(0, messageLimit);
    const row = { sessionId, notificationType: type, marker, message, createdAt: now, updatedAt: now };
    database.transaction(() => {
      const id = store.insert(row);
      if (id === undefined) return;
      deps.added({ id, type });
      changed();
    });
  }

  function addFailure({ id, title, version, failureDetail }: SessionRow): void {
    const message = text.failed(title, failureDetail);
    add(id, { type: "session_failed", marker: String(version), message });
  }

  function readPush({ session_id: reference, message: sent }: PushRequest): { id: number; message: string } {
    const message = sent?.trim() ?? "";
    if (reference === undefined || reference === null || reference === "")
      throw notificationRefusal("parameter_missing", { name: "session_id" });
    if (message === "") throw notificationRefusal("parameter_missing", { name: "message" });
    return { id: sessions.find(String(reference)).id, message };
  }

  return {
    /** Inside the transaction of a transition. */
    onTransition(transition: Transition): void {
      const { after } = transition;
      const { clears, adds } = consequenceOf(transition);
      if (clears === "everything" && store.removeOf(after.id) > 0) changed();
      if (clears === "causes" && store.retireCauses(after.id, clock.now()) > 0) changed();
      if (adds === "failure") addFailure(after);
      if (adds === "needs_input") {
        const payload = { sessionId: after.id, count: after.needsInputCount };
        jobs.add(notifyNeedsInputJob, payload, { runAt: clock.now() + settleMs });
      }
    },

    /** Adds the entry that the session needs input, unless it has continued since or nobody has to do anything. */
    addNeedsInput(sessionId: number, needsInputCount: number): void {
      const session = sessions.byId(sessionId);
      if (session?.status !== "needs_input" || session.needsInputCount !== needsInputCount) return;
      const attention = deps.attentionOf(sessionId);
      if (attention !== undefined && !needsPerson(attention.kind)) return;
      // In the words of now: what it waits for later is another matter.
      const message = text.needsPerson(session.title, attention?.reason ?? "");
      add(sessionId, { type: "session_needs_input", marker: String(needsInputCount), message });
    },

    /**
     * The session needs a person a while after it stopped, for example once its pull request is ready. Before that, the
     * entry for the stop itself is still to come. Inside the transaction that stores why.
     */
    addLater(sessionId: number, stoppedAt: number): void {
      const now = clock.now();
      const session = sessions.byId(sessionId);
      if (session?.status !== "needs_input" || now - stoppedAt < settleMs) return;
      if (store.count({ sessionId, read: false }) > 0) return;
      const reason = deps.attentionOf(sessionId)?.reason ?? "";
      const marker = `${session.needsInputCount}:${now}`;
      add(sessionId, {
        type: "session_needs_input",
        marker,
        message: text.needsPerson(session.title, reason),
      });
    },

    /** Called inside the transaction that stores the question. */
    notifyElicitation: (sessionId: number, requestId: string, message: string): void =>
      add(sessionId, { type: "elicitation", marker: requestId, message }),

    /** Called inside the transaction that records that it was answered or is no longer needed. */
    withdrawElicitation(sessionId: number, requestId: string): void {
      if (store.retireQuestion(sessionId, requestId, clock.now()) > 0) changed();
    },

    /** The session that a message is about. Throws for a message that cannot be sent. */
    sessionOf: (input: PushRequest): number => readPush(input).id,

    /** E87 */
    push(input: PushRequest): { success: true; message: string; session_id: number } {
      const { id, message } = readPush(input);
      add(id, { type: "push", marker: deps.newId(), message });
      return { success: true, message: text.pushed, session_id: id };
    },
  };
}
