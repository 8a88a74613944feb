CREATE TABLE `trigger_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trigger_id` integer NOT NULL,
	`condition_id` integer,
	`outcome` text NOT NULL,
	`cause` text NOT NULL,
	`summary` text NOT NULL,
	`reason` text,
	`session_id` integer,
	`count` integer DEFAULT 1 NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	FOREIGN KEY (`trigger_id`) REFERENCES `triggers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `trigger_history_trigger` ON `trigger_history` (`trigger_id`);--> statement-breakpoint
CREATE INDEX `trigger_history_session` ON `trigger_history` (`session_id`);