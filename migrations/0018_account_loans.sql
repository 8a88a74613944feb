CREATE TABLE `account_loans` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`lent` text NOT NULL,
	`lent_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `inference_accounts` ADD `probed_at` integer;--> statement-breakpoint
ALTER TABLE `inference_accounts` ADD `probe_error` text;--> statement-breakpoint
ALTER TABLE `inference_accounts` ADD `refresh_strikes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `inference_accounts` ADD `refresh_strike_at` integer;