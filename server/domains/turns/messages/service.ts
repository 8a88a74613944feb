import type { Database } from "../../../db/open.ts";
import { type Pagination, paginate } from "../../../http/model.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { messageRefusal } from "./errors.ts";
import type { EnqueuedMessage } from "./model.ts";
import {
  type MessageRow,
  type MessageStatus,
  type MessageStore,
  messageStore,
  type StoredAttachment,
} from "./store.ts";

export interface NewMessage {
  content: string;
  goal: string | null;
  origin?: MessageRow["origin"];
  sender: string;
  attachments?: readonly StoredAttachment[];
}

export type MessageService = ReturnType<typeof messageService>;

const waiting: readonly MessageStatus[] = ["pending", "processing", "undelivered"];

interface MessageDeps {
  database: Database;
  clock: Clock;
  changed(sessionId: number): void;
}

/** Finds and lists messages. */
function messageAccess(store: MessageStore) {
  function find(sessionId: number, id: number): MessageRow {
    const row = store.find(sessionId, id);
    if (!row) throw messageRefusal("not_found");
    return row;
  }

  return {
    find,
    /** Returns null if the message does not exist. */
    statusOf: (sessionId: number, id: number): MessageStatus | null =>
      store.find(sessionId, id)?.status ?? null,
    findPending(sessionId: number, id: number): MessageRow {
      const row = find(sessionId, id);
      if (row.status !== "pending") throw messageRefusal("not_pending", { status: row.status });
      return row;
    },
    pending: (sessionId: number): MessageRow[] => store.all(sessionId, ["pending"]),
    /** Messages given to a turn but not yet known to be in the CLI's conversation, in the order they were taken. */
    underway: (sessionId: number): MessageRow[] =>
      store.all(sessionId, ["processing"]).sort((a, b) => a.updatedAt - b.updatedAt || a.id - b.id),
    sessionsWithPending: (): number[] => store.sessionsWithPending(),
    list(
      sessionId: number,
      query: { status?: readonly MessageStatus[] | undefined; page: number; per_page: number },
    ): { enqueued_messages: EnqueuedMessage[]; pagination: Pagination } {
      const statuses = query.status && query.status.length > 0 ? query.status : waiting;
      const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
      return {
        enqueued_messages: store.list(sessionId, statuses, page).map(messageView),
        pagination: paginate(store.count(sessionId, statuses), query),
      };
    },
  };
}

type Access = ReturnType<typeof messageAccess>;

/** Adds, edits, reorders and withdraws messages. */
function messageQueue(deps: MessageDeps, store: MessageStore, { find, findPending, pending }: Access) {
  const { clock, database, changed } = deps;

  function moveTo(row: MessageRow, position: number): void {
    const others = pending(row.sessionId).filter(({ id }) => id !== row.id);
    others.splice(position - 1, 0, row);
    store.renumber(
      row.sessionId,
      others.map(({ id }) => id),
    );
    changed(row.sessionId);
  }

  return {
    add(sessionId: number, message: NewMessage): MessageRow {
      const now = clock.now();
      changed(sessionId);
      return store.insert({
        sessionId,
        content: message.content,
        goal: message.goal,
        position: store.lastPosition(sessionId) + 1,
        status: "pending",
        origin: message.origin ?? "caller",
        attachments: [...(message.attachments ?? [])],
        sender: message.sender,
        createdAt: now,
        updatedAt: now,
      });
    },

    edit(
      sessionId: number,
      id: number,
      change: { content?: string | undefined; goal?: string | null | undefined },
    ): MessageRow {
      const row = findPending(sessionId, id);
      changed(sessionId);
      const { content = row.content, goal = row.goal } = change;
      return store.update(row.id, { content, goal, updatedAt: clock.now() }) ?? row;
    },

    /** Returns the removed message. */
    remove: (sessionId: number, id: number): MessageRow =>
      database.transaction(() => {
        const row = find(sessionId, id);
        if (row.status === "processing") throw messageRefusal("not_pending", { status: row.status });
        store.remove(row.id);
        closeGaps(store, sessionId);
        changed(sessionId);
        return row;
      }),

    /** Removes messages of this origin that contain this word and that no turn has taken; whether there were any. */
    withdrawFrom: (sessionId: number, of: { origin: MessageRow["origin"]; naming: string }): boolean =>
      database.transaction(() => {
        const found = pending(sessionId).filter(
          ({ origin, content }) => origin === of.origin && content.split(/[\s,]+/).includes(of.naming),
        );
        if (found.length === 0) return false;
        for (const { id } of found) store.remove(id);
        closeGaps(store, sessionId);
        changed(sessionId);
        return true;
      }),

    /** R202. Refuses a position past the end. */
    reorder: (sessionId: number, id: number, position: number): MessageRow =>
      database.transaction(() => {
        const row = findPending(sessionId, id);
        const last = pending(sessionId).length;
        if (position > last) throw messageRefusal("position_too_high", { last });
        moveTo(row, position);
        return find(sessionId, id);
      }),

    /** Moves a message to the front of the queue. */
    promote: (row: MessageRow): void => moveTo(row, 1),
  };
}

const closeGaps = (store: MessageStore, sessionId: number): void =>
  store.renumber(
    sessionId,
    store.all(sessionId, ["pending"]).map(({ id }) => id),
  );

/** The message queue of each session. Callers that also change the session do both in one transaction. */
export function messageService(deps: MessageDeps) {
  const store = messageStore(deps.database);
  const access = messageAccess(store);
  const { clock, changed } = deps;

  return {
    ...access,
    ...messageQueue(deps, store, access),

    /** Messages with attachments, newest first. */
    withAttachments: (sessionId: number, limit: number): MessageRow[] =>
      store.withAttachments(sessionId, limit),

    /** Gives a message to a turn; later ones move up. */
    take(row: MessageRow): MessageRow {
      const taken = store.update(row.id, { status: "processing", updatedAt: clock.now() }) ?? row;
      closeGaps(store, row.sessionId);
      changed(row.sessionId);
      return taken;
    },

    /** Returns messages to the front of the queue after a turn stopped before the CLI had them, and how many they are. */
    putBack(sessionId: number): number {
      const taken = access.underway(sessionId);
      const order = [...taken, ...access.pending(sessionId)].map(({ id }) => id);
      for (const { id } of taken) {
        const position = store.lastPosition(sessionId) + 1;
        store.update(id, { status: "pending", position, updatedAt: clock.now() });
      }
      store.renumber(sessionId, order);
      changed(sessionId);
      return taken.length;
    },

    /** Marks messages as part of the CLI's conversation, so that they are never delivered again. */
    markSent(sessionId: number): number {
      const sent = store.setStatus(sessionId, { from: ["processing"], to: "sent", now: clock.now() });
      if (sent.length > 0) changed(sessionId);
      return sent.length;
    },

    /** For an archive, which discards them (R71), also what a turn still has if it is over. Returns what was retired. */
    retire(sessionId: number, of: { turnIsOver: boolean }): MessageRow[] {
      changed(sessionId);
      const from: readonly MessageStatus[] = of.turnIsOver ? ["pending", "processing"] : ["pending"];
      return store.setStatus(sessionId, { from, to: "undelivered", now: clock.now() });
    },
  };
}

export function messageView(row: MessageRow): EnqueuedMessage {
  return {
    id: row.id,
    session_id: row.sessionId,
    content: row.content,
    goal: row.goal,
    position: row.position,
    status: row.status,
    origin: row.origin,
    attachments: row.attachments.map(({ filename, mediaType, image }) => ({
      filename,
      media_type: mediaType,
      image,
    })),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  };
}
