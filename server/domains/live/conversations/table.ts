import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { jsonList, nullableObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { liveModes } from "../settings/model.ts";
import { listeningModes, liveRoles, liveStatuses } from "./model.ts";

export const liveConversations = sqliteTable(
  "live_conversations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    mode: text({ enum: liveModes }).notNull(),
    status: text({ enum: liveStatuses }).notNull(),
    title: text(),
    agentRoot: text("agent_root").notNull(),
    /** What the agent root says about itself; null if it says nothing. */
    rootInstructions: text("root_instructions"),
    errorMessage: text("error_message"),
    /** Counts calls and returns to typing: later turns come after those of an earlier call, whenever they arrive. */
    callNumber: integer("call_number").notNull().default(0),
    /** How the open call listens; null while there was none. */
    listening: text({ enum: listeningModes }),
    /** What the open call was told last, to notice changes of settings. */
    sessionDigest: text("session_digest"),
    toolsDigest: text("tools_digest"),
    /** The model of the newest call: a change of the setting counts from the next one on. */
    callModel: text("call_model"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    lastActivityAt: integer("last_activity_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [index("live_conversations_status").on(table.status)],
);

export const conversationTurns = sqliteTable(
  "live_turns",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => liveConversations.id, { onDelete: "cascade" }),
    /** Call number times a million, plus the place in the call. */
    position: integer().notNull(),
    role: text({ enum: liveRoles }).notNull(),
    source: text({ enum: ["typed", "spoken"] }).notNull(),
    content: text().notNull(),
    /** The provider's id of a spoken item. */
    itemId: text("item_id"),
    interrupted: integer({ mode: "boolean" }).notNull().default(false),
    /** The rest of a line that was interrupted, which nobody heard. */
    unheard: text(),
    /** Of a typed message. */
    reply: text({ enum: ["pending", "done", "failed"] }),
    replyError: text("reply_error"),
    /** Of a typed message: who wrote it; tools act as this person. */
    actor: jsonColumn("actor", nullableObject<{ kind: string }>()),
    /** Of an answer or a tool in a typed conversation: the message that it answers. */
    replyTo: integer("reply_to"),
    toolName: text("tool_name"),
    callId: text("call_id"),
    toolArguments: text("tool_arguments"),
    /** `card`: it waits for the person. A row that says `running` after a crash is not run again. */
    toolState: text("tool_state", { enum: ["asked", "running", "done", "card", "refused"] }),
    toolOutput: text("tool_output"),
    toolError: text("tool_error"),
    cardReason: text("card_reason", { enum: ["irreversible", "expensive", "many_sessions"] }),
    cardAct: text("card_act"),
    sessionIds: jsonColumn("session_ids", jsonList<number>()).notNull().default([]),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("live_turns_order").on(table.conversationId, table.position, table.id),
    uniqueIndex("live_turns_call").on(table.conversationId, table.callId),
    uniqueIndex("live_turns_item").on(table.conversationId, table.itemId),
  ],
);

/** What the answers of live conversations cost: each response of the provider once. */
export const liveUsages = sqliteTable(
  "live_usages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => liveConversations.id, { onDelete: "cascade" }),
    responseId: text("response_id").notNull(),
    /** Billionths of a dollar. */
    nanos: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("live_usages_response").on(table.conversationId, table.responseId),
    index("live_usages_created").on(table.createdAt),
  ],
);
