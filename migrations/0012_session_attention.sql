CREATE TABLE `session_attention` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`kind` text,
	`reason` text,
	`since` integer,
	`stopped_at` integer NOT NULL,
	`correction` text,
	`seen_changes` text,
	`looked_at` integer,
	`had_open_pull_requests` integer DEFAULT false NOT NULL,
	`verdict` integer,
	`verdict_message_count` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_attention_kind` ON `session_attention` (`kind`,`session_id`);