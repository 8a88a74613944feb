CREATE TABLE `session_token_usages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text NOT NULL,
	`session_id` integer,
	`agent_id` text,
	`agent_root` text,
	`agent_runtime` text NOT NULL,
	`model` text NOT NULL,
	`called_at` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_creation_tokens` integer NOT NULL,
	`cache_creation_1h_tokens` integer,
	`web_search_requests` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_usages_request` ON `session_token_usages` (`request_id`);--> statement-breakpoint
CREATE INDEX `session_token_usages_session` ON `session_token_usages` (`session_id`,`called_at`);--> statement-breakpoint
CREATE INDEX `session_token_usages_called` ON `session_token_usages` (`called_at`);--> statement-breakpoint
CREATE TABLE `token_usage_cursors` (
	`session_id` integer NOT NULL,
	`agent_id` text NOT NULL,
	`line_count` integer NOT NULL,
	`context` text NOT NULL,
	`source_updated_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `agent_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
