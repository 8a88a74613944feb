CREATE TABLE `bridge_cursors` (
	`chat` text PRIMARY KEY NOT NULL,
	`read_to` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_conversations` (
	`channel` text NOT NULL,
	`thread` text NOT NULL,
	`read_to` text NOT NULL,
	`latest_at` integer NOT NULL,
	`bot_at` integer,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `thread`)
);
--> statement-breakpoint
CREATE INDEX `chat_conversations_checked` ON `chat_conversations` (`checked_at`);--> statement-breakpoint
CREATE TABLE `trigger_groups` (
	`trigger_id` integer NOT NULL,
	`key` text NOT NULL,
	`sighting_id` integer NOT NULL,
	`anchor_at` integer NOT NULL,
	PRIMARY KEY(`trigger_id`, `key`),
	FOREIGN KEY (`trigger_id`) REFERENCES `triggers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sighting_id`) REFERENCES `trigger_sightings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trigger_groups_sighting` ON `trigger_groups` (`sighting_id`);--> statement-breakpoint
ALTER TABLE `trigger_sightings` ADD `session_id` integer REFERENCES sessions(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `trigger_sightings_session` ON `trigger_sightings` (`session_id`);