CREATE TABLE `claimed_usages` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`counted_tokens` integer NOT NULL,
	`counted_nanos` integer NOT NULL,
	`left_out_calls` integer NOT NULL,
	`left_out_tokens` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reported_usages` (
	`session_id` integer NOT NULL,
	`model` text NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_creation_tokens` integer NOT NULL,
	`web_search_requests` integer NOT NULL,
	PRIMARY KEY(`session_id`, `model`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
