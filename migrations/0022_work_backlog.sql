CREATE TABLE `fleet_top_up_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`under_ceiling_since` integer,
	`last_fired_at` integer,
	`latched` integer DEFAULT false NOT NULL,
	`found_nothing` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quota_levels` (
	`runtime` text PRIMARY KEY NOT NULL,
	`available` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `work_backlog_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`issue_url` text,
	`repo` text,
	`surface` text,
	`title` text NOT NULL,
	`prompt` text,
	`kind` text,
	`scope_direction` text,
	`estimated_cost` text NOT NULL,
	`gate_verdict` text,
	`decided_at` integer,
	`agent_root` text,
	`git_root` text,
	`payload` text DEFAULT '{}' NOT NULL,
	`added_at` integer NOT NULL,
	`added_by` text NOT NULL,
	`added_via` text NOT NULL,
	`writing_session_id` integer,
	`precedence` integer NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`held_at` integer,
	`held_by` text,
	`question` text,
	`answer` text,
	`started_session_id` integer,
	`started_by_session_id` integer,
	`started_by` text,
	`started_at` integer,
	`removed_at` integer,
	`removed_by` text,
	`removal_reason` text,
	FOREIGN KEY (`writing_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`started_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`started_by_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `work_backlog_items_order` ON `work_backlog_items` (`status`,`precedence`,`added_at`);--> statement-breakpoint
CREATE INDEX `work_backlog_items_session` ON `work_backlog_items` (`started_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `work_backlog_items_open_key` ON `work_backlog_items` (`key`) WHERE status = 'queued';