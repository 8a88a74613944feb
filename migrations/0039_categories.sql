CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`position` integer NOT NULL,
	`is_frozen` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`name_key`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `category_id` integer REFERENCES categories(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `sessions_category` ON `sessions` (`category_id`) WHERE category_id IS NOT NULL;