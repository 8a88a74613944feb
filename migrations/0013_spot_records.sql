CREATE TABLE `spot_records` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`state` text,
	`why` text,
	`detail` text,
	`since` integer,
	`marked_at` integer,
	`marked_for` integer,
	`preempted_at` integer,
	`preempted_count` integer DEFAULT 0 NOT NULL,
	`forced_out_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `spot_records_state` ON `spot_records` (`state`,`since`);--> statement-breakpoint
DROP INDEX `sessions_awaiting`;--> statement-breakpoint
CREATE INDEX `sessions_asking` ON `sessions` (`id`) WHERE blocked_on_elicitation = 1;--> statement-breakpoint
CREATE INDEX `sessions_awaiting` ON `sessions` (`waiting_kind`,precedence DESC,`created_at`,`id`) WHERE waiting_kind IS NOT NULL;