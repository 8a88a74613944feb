CREATE TABLE `session_issues` (
	`name` text PRIMARY KEY NOT NULL,
	`session_id` integer NOT NULL,
	`found_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_issues_session` ON `session_issues` (`session_id`);--> statement-breakpoint
CREATE INDEX `session_issues_found` ON `session_issues` (`found_at`);