import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { jsonList, jsonObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { sandboxLevels } from "../../../lib/sandbox/model.ts";
import { sessions } from "../../sessions/sessions/table.ts";

const names = jsonList<string>();

/** Starts a session from a template, by a condition or by somebody's call. Times are epoch ms. */
export const triggers = sqliteTable("triggers", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  status: text({ enum: ["enabled", "disabled", "failed"] })
    .notNull()
    .default("enabled"),
  failedAt: integer("failed_at"),
  lastError: text("last_error"),
  /** As the caller wrote it; the catalog need not know it (R87). */
  agentRootName: text("agent_root_name").notNull(),
  promptTemplate: text("prompt_template").notNull(),
  goal: text(),
  reuseSession: integer("reuse_session", { mode: "boolean" }).notNull().default(false),
  enqueueMessages: integer("enqueue_messages", { mode: "boolean" }).notNull().default(false),
  resuscitateArchived: integer("resuscitate_archived", { mode: "boolean" }).notNull().default(false),
  skipIfPendingSession: integer("skip_if_pending_session", { mode: "boolean" }).notNull().default(false),
  /** The session a reuse trigger goes on with. */
  lastSessionId: integer("last_session_id").references(() => sessions.id, { onDelete: "set null" }),
  /** null = unbounded. */
  maxSessionsPerMinute: integer("max_sessions_per_minute"),
  /** Seconds; null = 60, 0 = off. */
  coalesceWindowSeconds: integer("coalesce_window_seconds"),
  schedulingClass: text("scheduling_class", { enum: ["spot", "priority"] }),
  precedence: integer(),
  /** The least that the sandbox of its sessions is; null = what their repository gets. */
  sandbox: text({ enum: sandboxLevels }),
  /** JSON arrays of catalog names; empty = the root's defaults. */
  mcpServers: jsonColumn("mcp_servers", names).notNull().default([]),
  catalogSkills: jsonColumn("catalog_skills", names).notNull().default([]),
  catalogHooks: jsonColumn("catalog_hooks", names).notNull().default([]),
  catalogPlugins: jsonColumn("catalog_plugins", names).notNull().default([]),
  /** {list: {name: when first found missing, ISO}}; JSON (R88). */
  unresolvedReferences: jsonColumn("unresolved_references", jsonObject).notNull().default({}),
  missedFireCount: integer("missed_fire_count").notNull().default(0),
  firstMissedFireAt: integer("first_missed_fire_at"),
  lastTriggeredAt: integer("last_triggered_at"),
  sessionsCreatedCount: integer("sessions_created_count").notNull().default(0),
  /** The minute in which fires are counted against the cap, and how many it saw. */
  burstWindowAt: integer("burst_window_at"),
  burstWindowCount: integer("burst_window_count").notNull().default(0),
  /** Fires are suppressed until then. */
  burstActiveUntil: integer("burst_active_until"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** What fires a trigger by itself; any one of them does. */
export const triggerConditions = sqliteTable(
  "trigger_conditions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    /** As the caller spelt it (X16). */
    conditionType: text("condition_type").notNull(),
    configuration: jsonColumn("configuration", jsonObject).notNull().default({}),
    /** What its poller or schedule remembers; JSON, never the caller's. */
    state: jsonColumn("state", jsonObject).notNull().default({}),
    nextFireAt: integer("next_fire_at"),
    /** A one-shot that has fired. */
    spent: integer({ mode: "boolean" }).notNull().default(false),
    lastTriggeredAt: integer("last_triggered_at"),
    lastPolledAt: integer("last_polled_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("trigger_conditions_trigger").on(table.triggerId),
    index("trigger_conditions_due").on(table.nextFireAt),
  ],
);

/** The sessions a trigger started, a burst's notice among them. */
export const triggerSessions = sqliteTable(
  "trigger_sessions",
  {
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    kind: text({ enum: ["spawned", "burst_notice"] }).notNull(),
    /** The class it was given at the fire. */
    stampedClass: text("stamped_class", { enum: ["spot", "priority"] }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.triggerId, table.sessionId] }),
    index("trigger_sessions_session").on(table.sessionId),
  ],
);

/** What triggers saw and did, some entries of each. Equal ones in a row are one entry with a count. */
export const triggerHistory = sqliteTable(
  "trigger_history",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    /** The condition may be gone. */
    conditionId: integer("condition_id"),
    outcome: text().notNull(),
    cause: text().notNull(),
    summary: text().notNull(),
    /** Why nothing was started; null if something was. */
    reason: text(),
    sessionId: integer("session_id").references(() => sessions.id, { onDelete: "set null" }),
    count: integer().notNull().default(1),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
  },
  (table) => [
    index("trigger_history_trigger").on(table.triggerId),
    index("trigger_history_session").on(table.sessionId),
  ],
);

/**
 * What pollers and webhooks saw outside, by condition: whichever sees it first claims its key in the transaction that
 * starts a session.
 */
export const triggerSightings = sqliteTable(
  "trigger_sightings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    conditionId: integer("condition_id")
      .notNull()
      .references(() => triggerConditions.id, { onDelete: "cascade" }),
    /** What happened, the same for the poller and the webhook, such as a label on one issue. */
    key: text().notNull(),
    /** When it happened, by the host's clock. */
    happenedAt: integer("happened_at").notNull(),
    /**
     * `pending`: it is to start a session later. `handled`: it did, or it was decided that it does not. `gone`: it is over,
     * as when a label was removed, and may happen again.
     */
    state: text({ enum: ["pending", "handled", "gone"] }).notNull(),
    /** Whether a session was started or continued. */
    fired: integer({ mode: "boolean" }).notNull().default(false),
    /** What the template is filled in with, while it is pending. */
    event: jsonColumn("event", jsonObject),
    /** The session it started, or was told to. */
    sessionId: integer("session_id").references(() => sessions.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("trigger_sightings_key").on(table.conditionId, table.key),
    index("trigger_sightings_trigger").on(table.triggerId, table.key),
    index("trigger_sightings_session").on(table.sessionId),
  ],
);

/** The newest burst of each group of outside events, such as one person's messages in one channel: its first event. */
export const triggerGroups = sqliteTable(
  "trigger_groups",
  {
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    key: text().notNull(),
    sightingId: integer("sighting_id")
      .notNull()
      .references(() => triggerSightings.id, { onDelete: "cascade" }),
    /** When the first event happened, by the host's clock. */
    anchorAt: integer("anchor_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.triggerId, table.key] }),
    index("trigger_groups_sighting").on(table.sightingId),
  ],
);
