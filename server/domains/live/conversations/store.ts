import { and, asc, desc, eq, gt, gte, inArray, isNotNull, max, sql, sum } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { LiveStatus } from "./model.ts";
import { conversationTurns, liveConversations, liveUsages } from "./table.ts";

export type ConversationRow = typeof liveConversations.$inferSelect;
export type NewConversation = typeof liveConversations.$inferInsert;
export type TurnRow = typeof conversationTurns.$inferSelect;
export type NewTurn = typeof conversationTurns.$inferInsert;

const openStatuses: LiveStatus[] = ["preparing", "active"];

export type LiveStore = ReturnType<typeof liveStore>;

export function liveStore({ db }: Pick<Database, "db">) {
  return { ...conversations(db), ...turns(db), ...usages(db) };
}

type Db = Database["db"];

const conversations = (db: Db) => ({
  insert: (row: NewConversation): ConversationRow =>
    db.insert(liveConversations).values(row).returning().get(),
  byId: (id: number): ConversationRow | undefined =>
    db.select().from(liveConversations).where(eq(liveConversations.id, id)).get(),
  newest: (limit: number): ConversationRow[] =>
    db.select().from(liveConversations).orderBy(desc(liveConversations.id)).limit(limit).all(),
  open: (): ConversationRow[] =>
    db.select().from(liveConversations).where(inArray(liveConversations.status, openStatuses)).all(),
  write: (id: number, change: Partial<NewConversation>): void =>
    void db.update(liveConversations).set(change).where(eq(liveConversations.id, id)).run(),
});

const turns = (db: Db) => ({
  addTurn: (row: NewTurn): TurnRow => db.insert(conversationTurns).values(row).returning().get(),
  turn: (id: number): TurnRow | undefined =>
    db.select().from(conversationTurns).where(eq(conversationTurns.id, id)).get(),
  /** In the order in which they were said. */
  turnsOf: (conversationId: number, afterId = 0): TurnRow[] =>
    db
      .select()
      .from(conversationTurns)
      .where(and(eq(conversationTurns.conversationId, conversationId), gt(conversationTurns.id, afterId)))
      .orderBy(asc(conversationTurns.position), asc(conversationTurns.id))
      .all(),
  byCall: (conversationId: number, callId: string): TurnRow | undefined =>
    db
      .select()
      .from(conversationTurns)
      .where(and(eq(conversationTurns.conversationId, conversationId), eq(conversationTurns.callId, callId)))
      .get(),
  byItem: (conversationId: number, itemId: string): TurnRow | undefined =>
    db
      .select()
      .from(conversationTurns)
      .where(and(eq(conversationTurns.conversationId, conversationId), eq(conversationTurns.itemId, itemId)))
      .get(),
  lastPosition: (conversationId: number): number | null =>
    db
      .select({ last: max(conversationTurns.position) })
      .from(conversationTurns)
      .where(eq(conversationTurns.conversationId, conversationId))
      .get()?.last ?? null,
  writeTurn: (id: number, change: Partial<NewTurn>): TurnRow =>
    db.update(conversationTurns).set(change).where(eq(conversationTurns.id, id)).returning().get() as TurnRow,
  /** Compare-and-set: undefined when the tool's row is in another state by now. */
  moveTool(
    id: number,
    from: NonNullable<TurnRow["toolState"]>,
    change: Partial<NewTurn>,
  ): TurnRow | undefined {
    return db
      .update(conversationTurns)
      .set(change)
      .where(and(eq(conversationTurns.id, id), eq(conversationTurns.toolState, from)))
      .returning()
      .get();
  },
  /** The typed messages without an answer, in their order. */
  unanswered: (conversationId: number): TurnRow[] =>
    db
      .select()
      .from(conversationTurns)
      .where(
        and(eq(conversationTurns.conversationId, conversationId), eq(conversationTurns.reply, "pending")),
      )
      .orderBy(asc(conversationTurns.position), asc(conversationTurns.id))
      .all(),
  isResponding: (conversationId: number): boolean =>
    db
      .select({ id: conversationTurns.id })
      .from(conversationTurns)
      .where(
        and(eq(conversationTurns.conversationId, conversationId), eq(conversationTurns.reply, "pending")),
      )
      .limit(1)
      .get() !== undefined,
  toolsFor: (messageId: number): TurnRow[] =>
    db
      .select()
      .from(conversationTurns)
      .where(and(eq(conversationTurns.replyTo, messageId), isNotNull(conversationTurns.toolState)))
      .orderBy(asc(conversationTurns.position), asc(conversationTurns.id))
      .all(),
});

const usages = (db: Db) => ({
  /** False if the response was counted already. */
  addUsage: (row: typeof liveUsages.$inferInsert): boolean =>
    db.insert(liveUsages).values(row).onConflictDoNothing().run().changes === 1,
  spentBy: (conversationId: number): number =>
    Number(
      db
        .select({ nanos: sum(liveUsages.nanos) })
        .from(liveUsages)
        .where(eq(liveUsages.conversationId, conversationId))
        .get()?.nanos ?? 0,
    ),
  spentSince: (from: number): number =>
    Number(
      db
        .select({ nanos: sum(liveUsages.nanos) })
        .from(liveUsages)
        .where(gte(liveUsages.createdAt, from))
        .get()?.nanos ?? 0,
    ),
  hasUsage: (conversationId: number, responseId: string): boolean =>
    db
      .select({ one: sql<number>`1` })
      .from(liveUsages)
      .where(and(eq(liveUsages.conversationId, conversationId), eq(liveUsages.responseId, responseId)))
      .get() !== undefined,
});
