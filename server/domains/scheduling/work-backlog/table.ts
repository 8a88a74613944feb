import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { jsonObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { sessions } from "../../sessions/sessions/table.ts";
import { backlogStatuses, costs, sourceNames } from "./model.ts";

/** Work that nobody has started yet, and what became of it. Rows are never deleted. Times are epoch ms. */
export const workBacklogItems = sqliteTable(
  "work_backlog_items",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `repository#number` of its issue, or a name made from its title; one open item has it. */
    key: text().notNull(),
    issueUrl: text("issue_url"),
    /** owner/name. */
    repo: text(),
    surface: text(),
    title: text().notNull(),
    /** What the agent is told; null if the issue says it. */
    prompt: text(),
    kind: text(),
    scopeDirection: text("scope_direction"),
    estimatedCost: text("estimated_cost", { enum: costs }).notNull(),
    gateVerdict: text("gate_verdict"),
    decidedAt: integer("decided_at"),
    /** Where the session works; the repository of the issue if both are null. */
    agentRoot: text("agent_root"),
    gitRoot: text("git_root"),
    payload: jsonColumn("payload", jsonObject).notNull().default({}),
    addedAt: integer("added_at").notNull(),
    addedBy: text("added_by").notNull(),
    addedVia: text("added_via", { enum: sourceNames }).notNull(),
    writingSessionId: integer("writing_session_id").references(() => sessions.id, { onDelete: "set null" }),
    /** Higher goes first. Unpinned ones are within the band of their cost. */
    precedence: integer().notNull(),
    /** A person set its precedence, which nothing else changes. */
    pinned: integer({ mode: "boolean" }).notNull().default(false),
    status: text({ enum: backlogStatuses }).notNull().default("queued"),
    /** It waits for a person's decision, and is not started before that. */
    heldAt: integer("held_at"),
    heldBy: text("held_by"),
    question: text(),
    answer: text(),
    startedSessionId: integer("started_session_id").references(() => sessions.id, { onDelete: "set null" }),
    startedBySessionId: integer("started_by_session_id").references(() => sessions.id, {
      onDelete: "set null",
    }),
    startedBy: text("started_by"),
    startedAt: integer("started_at"),
    removedAt: integer("removed_at"),
    removedBy: text("removed_by"),
    removalReason: text("removal_reason"),
  },
  (table) => [
    index("work_backlog_items_order").on(table.status, table.precedence, table.addedAt),
    index("work_backlog_items_session").on(table.startedSessionId),
    uniqueIndex("work_backlog_items_open_key").on(table.key).where(sql`status = 'queued'`),
  ],
);
