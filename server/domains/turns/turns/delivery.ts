import { type Actor, actorName } from "../../../http/caller.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import {
  discardAttachments,
  type MessageRow,
  messageView,
  type StoredAttachment,
  storeAttachments,
  type UploadedAttachment,
} from "../messages/index.ts";
import type { EnqueuedMessage } from "../messages/model.ts";
import { type Companions, refuseCompanions, runCommand } from "./commands.ts";
import { turnRefusal } from "./errors.ts";
import type { TurnDeps } from "./ports.ts";
import { stopTurn, type TurnParts } from "./stop-turn.ts";
import { text } from "./text.ts";

export interface FollowUp {
  prompt: string;
  goal?: string | null | undefined;
  acting_session_id?: number | null | undefined;
  force_immediate?: boolean | null | undefined;
  attachments?: readonly UploadedAttachment[] | null | undefined;
  /** Where the message came from, as the caller says; for the session log only. */
  cameFrom?: string | null;
}

export interface Enqueued {
  content: string;
  goal?: string | null | undefined;
  acting_session_id?: number | null | undefined;
}

export interface Edit {
  change: { content?: string | undefined; goal?: string | null | undefined };
  actor: Actor;
}

export interface Delivered {
  /** False if the message is queued behind the active turn. */
  delivered: boolean;
  session: Session;
  message: string;
  enqueued_message?: EnqueuedMessage;
  /** The command that the service has done itself; the message is its answer. */
  command?: string;
}

export interface Outgoing {
  content: string;
  goal: string | null;
  sender: string;
  origin?: MessageRow["origin"];
  /** Who wrote it, if that may have been a person. */
  author?: Actor;
  attachments: readonly StoredAttachment[];
}

/** Gives a session a message: now if no turn is active, else through the queue or by interrupting. */
function messagePlacement(deps: TurnDeps, parts: TurnParts) {
  const { sessions, messages, database, clock } = deps;
  const { store, queueing } = parts;
  const reread = (id: number): SessionRow => sessions.find(String(id));

  /** A message counts as touching the session, unless another session sent it. */
  const touched = (row: SessionRow, { author }: Pick<Outgoing, "author">): SessionRow =>
    author === undefined || author.kind === "session"
      ? row
      : sessions.write(row, { lastTouchedAt: clock.now() });

  const place = (id: number, message: Outgoing, immediately: boolean) =>
    database.transaction(() => {
      refuseIfEnded(reread(id));
      const row = touched(reread(id), message);
      const added = messages.add(id, message);
      if (message.author)
        deps.recordHumanMessage(message.author, { sessionId: id, as: "follow_up", content: message.content });
      if (store.open(id)) return { row, added, queued: true };
      // A pause may have left older messages, which go first.
      if (immediately) messages.promote(added);
      const moved = queueing.queueNextMessage(row) ?? row;
      return { row: moved, added, queued: messages.find(id, added.id).status === "pending" };
    });

  async function deliver(id: number, message: Outgoing, immediately: boolean): Promise<Delivered> {
    let placed: ReturnType<typeof place>;
    try {
      placed = place(id, message, immediately);
    } catch (error) {
      await discardAttachments(message.attachments);
      throw error;
    }
    const sent = { delivered: true, session: sessions.view(placed.row), message: text.answers.sent };
    if (!placed.queued) return sent;
    if (immediately) {
      const row = await interruptOrDiscard(deps, parts, placed);
      return { ...sent, session: sessions.view(row), message: text.answers.sentImmediately };
    }
    return {
      delivered: false,
      session: sessions.view(reread(id)),
      message: text.answers.queued,
      enqueued_message: messageView(messages.find(id, placed.added.id)),
    };
  }

  /** An idle session takes the message now; a failed one keeps it for its restart. Inside the caller's transaction. */
  function post(id: number, message: Omit<Outgoing, "attachments">): MessageRow {
    const row = touched(reread(id), message);
    const added = messages.add(row.id, message);
    if (message.author)
      deps.recordHumanMessage(message.author, {
        sessionId: id,
        as: "enqueued_message",
        content: message.content,
      });
    if (row.status !== "failed" && !store.open(row.id)) queueing.queueNextMessage(row);
    return messages.find(row.id, added.id);
  }

  return { deliver, post };
}

/** The operations on messages. */
export function messageDelivery(deps: TurnDeps, parts: TurnParts) {
  const { sessions, messages, database, workspaces } = deps;
  const { deliver, post } = messagePlacement(deps, parts);

  function refuseCompanionsOf(session: SessionRow, prompt: string, input: Companions): void {
    const alone = deps.commands.aboutConversation(session, prompt);
    if (alone) refuseCompanions(alone.name, input);
  }

  return {
    deliver,
    /** A message from the service itself, which never changes the goal. */
    post(id: number, message: Omit<Outgoing, "attachments" | "goal">): MessageRow {
      deps.commands.refuse(sessions.find(String(id)), message.content, "not_queued");
      return post(id, { ...message, goal: null });
    },

    async followUp(reference: string, input: FollowUp, actor: Actor): Promise<Delivered> {
      const session = sessions.find(reference);
      const command = deps.commands.read(session, input.prompt);
      if (command) return runCommand(deps, parts, { session, command, input, actor });
      refuseCompanionsOf(session, input.prompt, input);
      refuseIfEnded(session);
      deps.admit();
      const goal = deps.goals.accept(input.goal ?? null);
      const folder = workspaces.attachments(session.id);
      const attachments = await storeAttachments(folder, input.attachments ?? []);
      const outgoing = { content: input.prompt, goal, sender: actorName(actor), author: actor, attachments };
      const answer = await deliver(session.id, outgoing, input.force_immediate === true);
      if (input.cameFrom) deps.sessionLog.note(session.id, "info", text.log.cameFrom(input.cameFrom));
      deps.recordSeniority(input.acting_session_id, session.id, actor);
      return answer;
    },

    /** E48. */
    async enqueue(reference: string, input: Enqueued, actor: Actor): Promise<EnqueuedMessage> {
      const session = sessions.find(reference);
      if (session.status === "archived") throw turnRefusal("cannot_follow_up", { status: session.status });
      deps.commands.refuse(session, input.content, "not_queued");
      refuseCompanionsOf(session, input.content, input);
      deps.admit();
      const goal = deps.goals.accept(input.goal ?? null);
      const outgoing = { content: input.content, goal, sender: actorName(actor), author: actor };
      const message = database.transaction(() => messageView(post(session.id, outgoing)));
      deps.recordSeniority(input.acting_session_id, session.id, actor);
      return message;
    },

    /** E49. */
    edit: (reference: string, messageId: number, { change, actor }: Edit): EnqueuedMessage =>
      database.transaction(() => {
        const session = sessions.find(reference);
        const { id } = session;
        if (change.content !== undefined) deps.commands.refuse(session, change.content, "not_queued");
        const goal = change.goal === undefined ? {} : { goal: deps.goals.accept(change.goal) };
        const before = messages.find(id, messageId);
        const row = messages.edit(id, messageId, { content: change.content, ...goal });
        if (row.content !== before.content)
          deps.recordHumanMessage(actor, {
            sessionId: id,
            as: "enqueued_message_edited",
            content: row.content,
          });
        return messageView(row);
      }),

    /** E50. Removes the attachments too, unless the agent was given them. */
    async withdraw(reference: string, messageId: number): Promise<void> {
      const row = messages.remove(sessions.find(reference).id, messageId);
      if (row.status !== "sent") await discardAttachments(row.attachments);
    },

    async interrupt(
      reference: string,
      messageId: number,
      by?: { acting: number | null | undefined; actor: Actor },
    ): Promise<Session> {
      const session = sessions.find(reference);
      refuseIfEnded(session);
      const added = messages.findPending(session.id, messageId);
      const row = await interruptWith(deps, parts, { row: session, added });
      if (by) deps.recordSeniority(by.acting, session.id, by.actor);
      return sessions.view(row);
    },
  };
}

function refuseIfEnded({ status }: SessionRow): void {
  if (status === "failed" || status === "archived") throw turnRefusal("cannot_follow_up", { status });
}

interface Placed {
  row: SessionRow;
  added: MessageRow;
}

/** Stops the active turn and gives its thread to this message, which is moved to the front first. */
function interruptWith(
  deps: TurnDeps,
  parts: TurnParts,
  { row: session, added }: Placed,
): Promise<SessionRow> {
  const { sessions, messages, database } = deps;
  const { id } = session;
  database.transaction(() => messages.promote(messages.findPending(id, added.id)));
  return parts.active.exclusive(id, async () => {
    for (;;) {
      // While waiting for the lock, another turn may have taken the message; stopping that one would lose it.
      const { status } = messages.find(id, added.id);
      if (status === "processing" || status === "sent") return sessions.find(String(id));
      messages.findPending(id, added.id);
      await stopTurn(deps, parts, { session, reason: "interrupt" });
      const row = database.transaction(() => takeThread(deps, parts, { row: session, added }));
      // The message may have been withdrawn while the turn was being stopped.
      if (row && messages.find(id, added.id)) return row;
    }
  });
}

/** Returns undefined if another message took the free thread first; that turn is stopped as well. */
function takeThread(
  { sessions, messages, sessionLog }: TurnDeps,
  { store, queueing }: TurnParts,
  { row: { id }, added }: Placed,
): SessionRow | undefined {
  const row = sessions.find(String(id));
  const waiting = messages.pending(id).find((message) => message.id === added.id);
  if (store.open(id)) return waiting ? undefined : row;
  if (!waiting) return queueing.continueSession(row);
  sessionLog.note(id, "info", text.log.interrupted);
  return queueing.queueTurn(queueing.takeMessage(row, waiting), "follow_up");
}

/** Discards the message if the interrupt fails (R73). */
async function interruptOrDiscard(deps: TurnDeps, parts: TurnParts, placed: Placed): Promise<SessionRow> {
  const { messages } = deps;
  try {
    return await interruptWith(deps, parts, placed);
  } catch (error) {
    const left = messages.pending(placed.row.id).find(({ id }) => id === placed.added.id);
    if (left) await discardAttachments(messages.remove(placed.row.id, left.id).attachments);
    throw error;
  }
}
