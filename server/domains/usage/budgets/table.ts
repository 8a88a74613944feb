import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** A limit on what calls to models may cost in each day, week or month. */
export const costBudgets = sqliteTable(
  "cost_budgets",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    scope: text({ enum: ["all", "agent_root", "session"] }).notNull(),
    agentRoot: text("agent_root"),
    sessionId: integer("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    period: text({ enum: ["day", "week", "month"] }).notNull(),
    limitUsd: real("limit_usd").notNull(),
    /** The part of the limit at which it warns. */
    warnShare: real("warn_share").notNull(),
    atLimit: text("at_limit", { enum: ["notify", "hold_spot", "pause_sessions"] }).notNull(),
    /** The start of the window for which the warning was sent, and that for which reaching the limit was. */
    warnedFor: integer("warned_for"),
    reachedFor: integer("reached_for"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("cost_budgets_session").on(table.sessionId)],
);
