CREATE TABLE `live_setting_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_kind` text NOT NULL,
	`actor` text NOT NULL,
	`live_conversation_id` integer,
	`changes` text NOT NULL,
	`created_at` integer NOT NULL
);
