CREATE TABLE `account_logins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer,
	`email` text NOT NULL,
	`runtime` text NOT NULL,
	`status` text NOT NULL,
	`code_received` integer DEFAULT false NOT NULL,
	`error_message` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `account_logins_account` ON `account_logins` (`account_id`);--> statement-breakpoint
CREATE TABLE `account_readings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer,
	`email` text NOT NULL,
	`runtime` text NOT NULL,
	`taken_at` integer NOT NULL,
	`trigger` text NOT NULL,
	`plan` text,
	`tier` text,
	`five_hour` text,
	`seven_day` text,
	`other_windows` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_readings_account` ON `account_readings` (`account_id`,`taken_at`);--> statement-breakpoint
CREATE INDEX `account_readings_time` ON `account_readings` (`taken_at`);--> statement-breakpoint
CREATE TABLE `account_rotations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`runtime` text NOT NULL,
	`at` integer NOT NULL,
	`from_id` integer,
	`from_email` text,
	`to_id` integer,
	`to_email` text,
	`reason` text NOT NULL,
	`source` text NOT NULL,
	`triggered_by` text,
	`session_id` integer
);
--> statement-breakpoint
CREATE INDEX `account_rotations_runtime` ON `account_rotations` (`runtime`,`at`);--> statement-breakpoint
CREATE TABLE `inference_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`runtime` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`priority` integer NOT NULL,
	`is_current` integer DEFAULT false NOT NULL,
	`kind` text NOT NULL,
	`place` text NOT NULL,
	`status` text NOT NULL,
	`quota_hit_count` integer DEFAULT 0 NOT NULL,
	`quota_spent_at` integer,
	`quota_reset_at` integer,
	`verified_at` integer,
	`rejected_at` integer,
	`rejection_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inference_accounts_email` ON `inference_accounts` (`runtime`,`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `inference_accounts_current` ON `inference_accounts` (`runtime`) WHERE is_current = 1;