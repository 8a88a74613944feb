CREATE TABLE `ad_hoc_usage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`subject_session_id` integer,
	`agent_runtime` text NOT NULL,
	`model` text NOT NULL,
	`request_id` text,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cache_read_tokens` integer DEFAULT 0 NOT NULL,
	`cache_creation_tokens` integer DEFAULT 0 NOT NULL,
	`called_at` integer NOT NULL,
	FOREIGN KEY (`subject_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ad_hoc_usage_called` ON `ad_hoc_usage` (`called_at`);--> statement-breakpoint
CREATE TABLE `elicitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`request_id` text NOT NULL,
	`mode` text NOT NULL,
	`message` text NOT NULL,
	`requested_schema` text DEFAULT '{}' NOT NULL,
	`meta` text DEFAULT '{}' NOT NULL,
	`status` text NOT NULL,
	`content` text,
	`expires_at` integer NOT NULL,
	`responded_at` integer,
	`responder` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `elicitations_request` ON `elicitations` (`request_id`);--> statement-breakpoint
CREATE INDEX `elicitations_session` ON `elicitations` (`session_id`,`status`);--> statement-breakpoint
CREATE INDEX `elicitations_due` ON `elicitations` (`status`,`expires_at`);--> statement-breakpoint
CREATE TABLE `human_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`author` text NOT NULL,
	`author_display_name` text NOT NULL,
	`channel` text NOT NULL,
	`entry_point` text NOT NULL,
	`content` text NOT NULL,
	`occurred_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `human_messages_session` ON `human_messages` (`session_id`,`occurred_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`notification_type` text NOT NULL,
	`marker` text NOT NULL,
	`message` text NOT NULL,
	`read` integer DEFAULT false NOT NULL,
	`stale` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_cause` ON `notifications` (`session_id`,`notification_type`,`marker`);--> statement-breakpoint
CREATE INDEX `notifications_inbox` ON `notifications` (`stale`,`read`,`id`);--> statement-breakpoint
CREATE TABLE `pull_request_scans` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`line_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `pull_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`owner` text NOT NULL,
	`repo` text NOT NULL,
	`number` integer NOT NULL,
	`title` text,
	`state` text,
	`is_draft` integer,
	`head_sha` text,
	`ci` text,
	`labels` text,
	`body_facts` text,
	`conflict` text,
	`merge_runs` text,
	`polled_at` integer,
	`poll_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pull_requests_url` ON `pull_requests` (`url`);--> statement-breakpoint
CREATE TABLE `session_pull_requests` (
	`session_id` integer NOT NULL,
	`pull_request_id` integer NOT NULL,
	`evidence` text NOT NULL,
	`merged_told_at` integer,
	`conflict_told_at` integer,
	`merge_authorized_at` integer,
	`merge_message_id` integer,
	`first_seen_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `pull_request_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pull_request_id`) REFERENCES `pull_requests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_pull_requests_pr` ON `session_pull_requests` (`pull_request_id`);--> statement-breakpoint
CREATE TABLE `status_summaries` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`summary` text,
	`error` text,
	`requested_at` integer,
	`requested_line_count` integer,
	`generated_line_count` integer DEFAULT 0 NOT NULL,
	`generated_message_count` integer DEFAULT 0 NOT NULL,
	`generated_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `subagent_parts` (
	`subagent_id` integer NOT NULL,
	`idx` integer NOT NULL,
	`text_bytes` integer NOT NULL,
	`blob` blob NOT NULL,
	PRIMARY KEY(`subagent_id`, `idx`),
	FOREIGN KEY (`subagent_id`) REFERENCES `subagent_transcripts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `subagent_transcripts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`agent_id` text NOT NULL,
	`tool_use_id` text,
	`filename` text,
	`subagent_type` text,
	`description` text,
	`status` text,
	`message_count` integer DEFAULT 0 NOT NULL,
	`duration_ms` integer,
	`total_tokens` integer,
	`tool_use_count` integer,
	`source_path` text,
	`source_offset` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subagent_transcripts_agent` ON `subagent_transcripts` (`session_id`,`agent_id`);--> statement-breakpoint
CREATE INDEX `subagent_transcripts_session` ON `subagent_transcripts` (`session_id`,`id`);--> statement-breakpoint
CREATE TABLE `uncle_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`uncle_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uncle_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `uncle_links_edge` ON `uncle_links` (`session_id`,`uncle_id`);--> statement-breakpoint
CREATE INDEX `uncle_links_uncle` ON `uncle_links` (`uncle_id`);--> statement-breakpoint
CREATE TABLE `wakes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`prompt` text NOT NULL,
	`wake_at` integer NOT NULL,
	`scheduled_at` text NOT NULL,
	`timezone` text NOT NULL,
	`state` text NOT NULL,
	`job_id` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wakes_session` ON `wakes` (`session_id`,`state`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `title_inferred` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `waiting_since` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `forked_from_session_id` integer REFERENCES sessions(id);--> statement-breakpoint
ALTER TABLE `sessions` ADD `forked_at_message_index` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `heartbeat_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `blocked_on_elicitation` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `lost_elicitation` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `oauth_required_servers` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `needs_input_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `sessions_heartbeat` ON `sessions` (`heartbeat_at`) WHERE heartbeat_enabled = 1;