CREATE TABLE `session_experiments` (
	`session_id` integer NOT NULL,
	`key` text NOT NULL,
	`value_at_start` integer NOT NULL,
	`value_at_end` integer NOT NULL,
	`changed` integer DEFAULT false NOT NULL,
	`first_observed_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `key`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
