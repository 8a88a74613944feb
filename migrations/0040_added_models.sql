CREATE TABLE `added_models` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`runtime` text NOT NULL,
	`model_id` text NOT NULL,
	`label` text NOT NULL,
	`requires_oauth` integer NOT NULL,
	`cli_listed` integer,
	`cli_version` text,
	`cli_note` text,
	`added_via` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `added_models_runtime_model` ON `added_models` (`runtime`,`model_id`);