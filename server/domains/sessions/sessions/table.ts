import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { canonicalObject, type JsonCodec, jsonList, jsonObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { sandboxLevels } from "../../../lib/sandbox/model.ts";
import { categories } from "../categories/table.ts";
import type { LostElicitation, RequiredSignIn } from "./model.ts";

const names = jsonList<string>();

/** Null if it is damaged. */
const lostElicitation: JsonCodec<LostElicitation | null> = {
  decode(text) {
    const { reason, at, request_id, summary } = jsonObject.decode(text);
    const isKnown = reason === "expired" || reason === "stranded";
    return isKnown && typeof summary === "string"
      ? { reason, at: String(at), request_id: String(request_id), summary }
      : null;
  },
  encode: (lost) => JSON.stringify(lost),
};

/** Control state has its own columns; JSON columns hold only data that no decision depends on. Times are epoch ms. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slug: text(),
    title: text().notNull(),
    /** The title was generated, not given by a person. */
    titleIsDefault: integer("title_is_default", { mode: "boolean" }).notNull().default(true),
    /** A model has already generated a title; it is not asked again. */
    titleInferred: integer("title_inferred", { mode: "boolean" }).notNull().default(false),
    status: text({ enum: ["waiting", "running", "needs_input", "failed", "archived"] }).notNull(),
    /** Why the session waits; null in every other status. */
    waitingKind: text("waiting_kind", {
      enum: ["idle", "queued", "held", "spot_queue", "parked", "asleep_on_wake", "asleep"],
    }),
    /** When it started waiting that way. */
    waitingSince: integer("waiting_since"),
    agentRuntime: text("agent_runtime").notNull(),
    /** The name of its agent root; also metadata.agent_root_key (R21). */
    agentRoot: text("agent_root"),
    prompt: text(),
    /** The CLI's conversation includes the first prompt. */
    promptDelivered: integer("prompt_delivered", { mode: "boolean" }).notNull().default(false),
    gitRoot: text("git_root"),
    branch: text().notNull(),
    /** Somebody named the branch, or the repository was asked which one it has. */
    branchChosen: integer("branch_chosen", { mode: "boolean" }).notNull().default(true),
    subdirectory: text(),
    /** The repository's own settings for the agent, found in the clone before the last turn; JSON array of paths. */
    repositorySettings: jsonColumn("repository_settings", names).notNull().default([]),
    goal: text(),
    isAutonomous: integer("is_autonomous", { mode: "boolean" }).notNull().default(true),
    genesis: text().notNull().default("api"),
    schedulingClass: text("scheduling_class", { enum: ["spot", "priority"] }),
    precedence: integer().notNull().default(0),
    visibility: text({ enum: ["visible", "hidden", "snoozed"] })
      .notNull()
      .default("visible"),
    snoozedUntil: integer("snoozed_until"),
    idempotencyKey: text("idempotency_key"),
    parentSessionId: integer("parent_session_id").references((): AnySQLiteColumn => sessions.id, {
      onDelete: "set null",
    }),
    /** The session it was forked from, and the last transcript line it copied. */
    forkedFromSessionId: integer("forked_from_session_id").references((): AnySQLiteColumn => sessions.id, {
      onDelete: "set null",
    }),
    forkedAtMessageIndex: integer("forked_at_message_index"),
    categoryId: integer("category_id").references(() => categories.id, { onDelete: "set null" }),
    /** JSON arrays of catalog names. */
    mcpServers: jsonColumn("mcp_servers", names).notNull().default([]),
    /** The caller gave the list, even an empty one. */
    mcpServersChosen: integer("mcp_servers_chosen", { mode: "boolean" }).notNull().default(false),
    catalogSkills: jsonColumn("catalog_skills", names).notNull().default([]),
    catalogHooks: jsonColumn("catalog_hooks", names).notNull().default([]),
    catalogPlugins: jsonColumn("catalog_plugins", names).notNull().default([]),
    model: text().notNull(),
    effort: text({ enum: ["low", "medium", "high", "xhigh", "max"] }),
    /** The rest of `config` as sent; JSON object. */
    config: jsonColumn("config", canonicalObject).notNull().default({}),
    /** The service's own notes, which no decision depends on; canonical JSON (R43), like custom_metadata. */
    metadata: jsonColumn("metadata", canonicalObject).notNull().default({}),
    customMetadata: jsonColumn("custom_metadata", canonicalObject).notNull().default({}),
    autoCompactWindow: integer("auto_compact_window"),
    /** What it asks for; the service and its repository may ask for a stricter one. */
    sandbox: text({ enum: sandboxLevels }),
    heartbeatEnabled: integer("heartbeat_enabled", { mode: "boolean" }).notNull().default(false),
    heartbeatIntervalSeconds: integer("heartbeat_interval_seconds").notNull().default(60),
    /** The last heartbeat, whether or not it sent a prompt. */
    heartbeatAt: integer("heartbeat_at"),
    /** The CLI's id of the conversation. */
    conversationId: text("conversation_id"),
    /** The CLI has stored some of this conversation, so the next turn resumes it. */
    conversationStarted: integer("conversation_started", { mode: "boolean" }).notNull().default(false),
    clonePath: text("clone_path"),
    /** The queued job and the running job; at most one is set. */
    jobId: integer("job_id"),
    runningJobId: integer("running_job_id"),
    /** When a held or parked turn is retried. */
    retryAt: integer("retry_at"),
    pausedBy: text("paused_by", { enum: ["user"] }),
    pendingSleep: integer("pending_sleep", { mode: "boolean" }).notNull().default(false),
    deliberateSleepAt: integer("deliberate_sleep_at"),
    /** The agent is running and waiting for an answer to an elicitation. */
    blockedOnElicitation: integer("blocked_on_elicitation", { mode: "boolean" }).notNull().default(false),
    /** A question that was not answered in time: {reason, at, request_id, summary}; JSON. */
    lostElicitation: jsonColumn("lost_elicitation", lostElicitation),
    /** Servers that need a person's consent before the next turn: [{server_name, server_url}]; JSON. */
    oauthRequiredServers: jsonColumn("oauth_required_servers", jsonList<RequiredSignIn>())
      .notNull()
      .default([]),
    /** How often the session started to need input; a notification records which time it is for. */
    needsInputCount: integer("needs_input_count").notNull().default(0),
    failureReason: text("failure_reason"),
    failureDetail: text("failure_detail"),
    archivedAt: integer("archived_at"),
    archivedFrom: text("archived_from", { enum: ["waiting", "needs_input", "failed"] }),
    trashAfter: integer("trash_after"),
    sessionNotes: text("session_notes"),
    sessionNotesUpdatedAt: integer("session_notes_updated_at"),
    favorited: integer({ mode: "boolean" }).notNull().default(false),
    lastTouchedAt: integer("last_touched_at").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Incremented by every write, for compare-and-set. */
    version: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("sessions_slug").on(table.slug),
    uniqueIndex("sessions_idempotency_key").on(table.idempotencyKey),
    index("sessions_status_created").on(table.status, table.createdAt, table.id),
    index("sessions_open_created").on(table.createdAt, table.id).where(sql`status <> 'archived'`),
    index("sessions_created").on(table.createdAt, table.id),
    index("sessions_open_touched").on(table.lastTouchedAt, table.id).where(sql`status <> 'archived'`),
    index("sessions_clone").on(table.clonePath).where(sql`clone_path IS NOT NULL`),
    index("sessions_parent").on(table.parentSessionId),
    index("sessions_category").on(table.categoryId).where(sql`category_id IS NOT NULL`),
    index("sessions_heartbeat").on(table.heartbeatAt).where(sql`heartbeat_enabled = 1`),
    /** Within the spot queue, in the order of admission. */
    index("sessions_awaiting")
      .on(table.waitingKind, sql`precedence DESC`, table.createdAt, table.id)
      .where(sql`waiting_kind IS NOT NULL`),
    index("sessions_asking").on(table.id).where(sql`blocked_on_elicitation = 1`),
    index("sessions_live").on(table.status).where(sql`status IN ('running', 'waiting')`),
  ],
);
