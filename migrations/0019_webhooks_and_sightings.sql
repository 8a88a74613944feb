CREATE TABLE `code_host_cursors` (
	`target` text NOT NULL,
	`repository` text NOT NULL,
	`read_to` integer NOT NULL,
	PRIMARY KEY(`target`, `repository`)
);
--> statement-breakpoint
CREATE TABLE `trigger_sightings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trigger_id` integer NOT NULL,
	`condition_id` integer NOT NULL,
	`key` text NOT NULL,
	`happened_at` integer NOT NULL,
	`state` text NOT NULL,
	`fired` integer DEFAULT false NOT NULL,
	`event` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`trigger_id`) REFERENCES `triggers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`condition_id`) REFERENCES `trigger_conditions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trigger_sightings_key` ON `trigger_sightings` (`condition_id`,`key`);--> statement-breakpoint
CREATE INDEX `trigger_sightings_trigger` ON `trigger_sightings` (`trigger_id`,`key`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`host` text NOT NULL,
	`delivery_id` text NOT NULL,
	`event` text NOT NULL,
	`body` text,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id` ON `webhook_deliveries` (`host`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`received_at`);