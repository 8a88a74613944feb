CREATE TABLE `pull_request_notices` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`merged` integer,
	`conflicts` integer,
	`checks` integer,
	`comments` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `pull_requests` ADD `checks_failed_at` integer;--> statement-breakpoint
ALTER TABLE `session_pull_requests` ADD `checks_told_sha` text;--> statement-breakpoint
ALTER TABLE `session_pull_requests` ADD `comments_told_to` integer;--> statement-breakpoint
UPDATE `session_pull_requests` SET `comments_told_to` = CAST(unixepoch() AS INTEGER) * 1000;
