CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`grant` text NOT NULL,
	`digest` text NOT NULL,
	`external_app_id` integer,
	`agent_sessions_use_it` integer DEFAULT false NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_digest` ON `api_keys` (`digest`);--> statement-breakpoint
CREATE INDEX `api_keys_name` ON `api_keys` (`name`);--> statement-breakpoint
CREATE TABLE `enqueued_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`content` text NOT NULL,
	`goal` text,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`origin` text NOT NULL,
	`attachments` text DEFAULT '[]' NOT NULL,
	`sender` text NOT NULL,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enqueued_messages_position` ON `enqueued_messages` (`session_id`,`position`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `enqueued_messages_session` ON `enqueued_messages` (`session_id`,`status`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lane` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text DEFAULT '{}' NOT NULL,
	`key` text,
	`state` text DEFAULT 'ready' NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`max_attempts` integer NOT NULL,
	`claimed_by` text,
	`claimed_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`key`) WHERE key IS NOT NULL AND state <> 'failed';--> statement-breakpoint
CREATE INDEX `jobs_ready` ON `jobs` (`lane`,priority DESC,`run_at`,`id`) WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX `jobs_claimed` ON `jobs` (`claimed_by`) WHERE state = 'claimed';--> statement-breakpoint
CREATE TABLE `session_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`content` text NOT NULL,
	`level` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_logs_session` ON `session_logs` (`session_id`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text,
	`title` text NOT NULL,
	`title_is_default` integer DEFAULT true NOT NULL,
	`status` text NOT NULL,
	`waiting_kind` text,
	`agent_runtime` text NOT NULL,
	`agent_root` text,
	`prompt` text,
	`prompt_delivered` integer DEFAULT false NOT NULL,
	`git_root` text,
	`branch` text NOT NULL,
	`subdirectory` text,
	`goal` text,
	`is_autonomous` integer DEFAULT true NOT NULL,
	`genesis` text DEFAULT 'api' NOT NULL,
	`scheduling_class` text,
	`precedence` integer DEFAULT 0 NOT NULL,
	`visibility` text DEFAULT 'visible' NOT NULL,
	`snoozed_until` integer,
	`idempotency_key` text,
	`parent_session_id` integer,
	`mcp_servers` text DEFAULT '[]' NOT NULL,
	`mcp_servers_chosen` integer DEFAULT false NOT NULL,
	`catalog_skills` text DEFAULT '[]' NOT NULL,
	`catalog_hooks` text DEFAULT '[]' NOT NULL,
	`catalog_plugins` text DEFAULT '[]' NOT NULL,
	`model` text NOT NULL,
	`effort` text,
	`config` text DEFAULT '{}' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`custom_metadata` text DEFAULT '{}' NOT NULL,
	`auto_compact_window` integer,
	`heartbeat_enabled` integer DEFAULT false NOT NULL,
	`heartbeat_interval_seconds` integer DEFAULT 60 NOT NULL,
	`conversation_id` text,
	`conversation_started` integer DEFAULT false NOT NULL,
	`clone_path` text,
	`job_id` integer,
	`running_job_id` integer,
	`retry_at` integer,
	`paused_by` text,
	`pending_sleep` integer DEFAULT false NOT NULL,
	`deliberate_sleep_at` integer,
	`failure_reason` text,
	`failure_detail` text,
	`archived_at` integer,
	`archived_from` text,
	`trash_after` integer,
	`session_notes` text,
	`session_notes_updated_at` integer,
	`favorited` integer DEFAULT false NOT NULL,
	`last_touched_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`parent_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_slug` ON `sessions` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_idempotency_key` ON `sessions` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `sessions_status_created` ON `sessions` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_open_created` ON `sessions` (`created_at`,`id`) WHERE status <> 'archived';--> statement-breakpoint
CREATE INDEX `sessions_created` ON `sessions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_open_touched` ON `sessions` (`last_touched_at`,`id`) WHERE status <> 'archived';--> statement-breakpoint
CREATE INDEX `sessions_parent` ON `sessions` (`parent_session_id`);--> statement-breakpoint
CREATE INDEX `sessions_live` ON `sessions` (`status`) WHERE status IN ('running', 'waiting');--> statement-breakpoint
CREATE TABLE `transcript_chunks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`first_idx` integer NOT NULL,
	`line_count` integer NOT NULL,
	`message_count` integer NOT NULL,
	`text_bytes` integer NOT NULL,
	`blob` blob NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transcript_chunks_position` ON `transcript_chunks` (`session_id`,`first_idx`);--> statement-breakpoint
CREATE TABLE `transcript_tail` (
	`session_id` integer NOT NULL,
	`idx` integer NOT NULL,
	`line` text NOT NULL,
	`is_message` integer NOT NULL,
	PRIMARY KEY(`session_id`, `idx`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `transcripts` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`line_count` integer DEFAULT 0 NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`sealed_count` integer DEFAULT 0 NOT NULL,
	`source_path` text,
	`source_base` integer DEFAULT 0 NOT NULL,
	`source_offset` integer DEFAULT 0 NOT NULL,
	`source_fingerprint` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `turns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`prompt` text,
	`pid` integer,
	`retries` integer DEFAULT 0 NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `turns_session` ON `turns` (`session_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `turns_open` ON `turns` (`session_id`) WHERE state <> 'ended';