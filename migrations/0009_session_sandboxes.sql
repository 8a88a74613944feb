CREATE TABLE `repository_sandboxes` (
	`address` text PRIMARY KEY NOT NULL,
	`level` text,
	`read` text DEFAULT '[]' NOT NULL,
	`write` text DEFAULT '[]' NOT NULL,
	`grants` text,
	`changed_at` integer NOT NULL,
	`changed_by` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `sandbox` text;