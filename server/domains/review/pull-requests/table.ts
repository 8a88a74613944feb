import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { jsonList, jsonOf } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { sessions } from "../../sessions/sessions/table.ts";
import { bodyFacts, failedReads, mergeRun } from "./model.ts";

/** A pull request as it was last read from its host; null where it was never read. */
export const pullRequests = sqliteTable(
  "pull_requests",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    url: text().notNull(),
    owner: text().notNull(),
    repo: text().notNull(),
    number: integer().notNull(),
    title: text(),
    state: text({ enum: ["open", "merged", "closed"] }),
    isDraft: integer("is_draft", { mode: "boolean" }),
    headSha: text("head_sha"),
    /** The roll-up of its checks while it is open; `none` when it has no checks. */
    ci: text({ enum: ["pass", "fail", "pending", "cancel", "skipping", "none"] }),
    labels: jsonColumn("labels", jsonList<string>()),
    /** What the goal checks read in the description, never the text itself. */
    bodyFacts: jsonColumn("body_facts", jsonOf(bodyFacts)),
    conflict: text({ enum: ["suspected", "confirmed"] }),
    /** The merge commit's workflow runs, as read when it merged. */
    mergeRuns: jsonColumn("merge_runs", jsonOf(z.array(mergeRun))),
    /** When its checks were first read as failed at this head; null while they are not. */
    checksFailedAt: integer("checks_failed_at"),
    polledAt: integer("polled_at"),
    pollError: jsonColumn("poll_error", jsonOf(failedReads)),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("pull_requests_url").on(table.url)],
);

/** That a session opened a pull request, and what in its transcript shows it. */
export const sessionPullRequests = sqliteTable(
  "session_pull_requests",
  {
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    pullRequestId: integer("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    evidence: text({ enum: ["created", "mcp_created", "re_created", "claimed"] }).notNull(),
    /** Whether it is read and told; null until that is decided. False for a link to a repository that is not the session's. */
    followed: integer({ mode: "boolean" }),
    /** When the session was notified of the merge, or of a conflict that still exists. */
    mergedToldAt: integer("merged_told_at"),
    conflictToldAt: integer("conflict_told_at"),
    /** The heads whose failed checks the session was told of, the newest first, with a space between them. */
    checksToldShas: text("checks_told_sha"),
    /** By the host's clock: comments up to then were told, or are not to be. Null for none. */
    commentsToldTo: integer("comments_told_to"),
    /** When a person last authorized the merge, and the message that says so. */
    mergeAuthorizedAt: integer("merge_authorized_at"),
    mergeMessageId: integer("merge_message_id"),
    firstSeenAt: integer("first_seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.pullRequestId] }),
    index("session_pull_requests_pr").on(table.pullRequestId),
  ],
);

/** That a session opened an issue, while that may still fire a trigger. */
export const sessionIssues = sqliteTable(
  "session_issues",
  {
    /** `owner/repo#number`, in lower case. */
    name: text().primaryKey(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    foundAt: integer("found_at").notNull(),
  },
  (table) => [
    index("session_issues_session").on(table.sessionId),
    index("session_issues_found").on(table.foundAt),
  ],
);

/** The repositories on GitHub that a session was cloned from, as the service read them when it made the clone. */
export const sessionOrigins = sqliteTable("session_origins", {
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  /** What was cloned. */
  gitRoot: text("git_root").notNull(),
  /** `owner/repo` each. */
  repositories: jsonColumn("repositories", jsonList<string>()).notNull(),
});

/** How many lines of a transcript were scanned for pull requests and issues. */
export const pullRequestScans = sqliteTable("pull_request_scans", {
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  lineCount: integer("line_count").notNull().default(0),
});

/** What one session is told of its pull requests, where it differs from the defaults. */
export const pullRequestNotices = sqliteTable("pull_request_notices", {
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  merged: integer({ mode: "boolean" }),
  conflicts: integer({ mode: "boolean" }),
  checks: integer({ mode: "boolean" }),
  comments: integer({ mode: "boolean" }),
});
