CREATE TABLE `session_origins` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`git_root` text NOT NULL,
	`repositories` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `session_pull_requests` ADD `followed` integer;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `body_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_body` ON `webhook_deliveries` (`host`,`body_hash`);