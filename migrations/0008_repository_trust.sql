CREATE TABLE `repository_trust` (
	`address` text PRIMARY KEY NOT NULL,
	`trusted_at` integer,
	`trusted_by` text,
	`revoked_at` integer,
	`revoked_by` text
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `repository_settings` text DEFAULT '[]' NOT NULL;