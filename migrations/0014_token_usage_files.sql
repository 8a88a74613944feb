CREATE TABLE `token_usage_backfills` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text NOT NULL,
	`trigger` text NOT NULL,
	`cursor` text,
	`files_done` integer DEFAULT 0 NOT NULL,
	`files_total` integer,
	`directories_done` integer DEFAULT 0 NOT NULL,
	`directories_total` integer DEFAULT 0 NOT NULL,
	`rows_written` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `token_usage_backfills_status` ON `token_usage_backfills` (`status`);--> statement-breakpoint
CREATE TABLE `token_usage_files` (
	`path` text PRIMARY KEY NOT NULL,
	`agent_runtime` text NOT NULL,
	`identity` text NOT NULL,
	`size` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`offset` integer NOT NULL,
	`context` text NOT NULL,
	`ended` integer NOT NULL,
	`problem` text
);
--> statement-breakpoint
ALTER TABLE `session_token_usages` ADD `source` text;