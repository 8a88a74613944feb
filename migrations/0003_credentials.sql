CREATE TABLE `apns_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token` text NOT NULL,
	`environment` text NOT NULL,
	`device_name` text,
	`app_version` text,
	`grant_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`grant_id`) REFERENCES `oauth_grants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `apns_devices_token` ON `apns_devices` (`token`);--> statement-breakpoint
CREATE INDEX `apns_devices_grant` ON `apns_devices` (`grant_id`);--> statement-breakpoint
CREATE TABLE `app_settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `device_pairings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`digest` text NOT NULL,
	`privilege` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_pairings_digest` ON `device_pairings` (`digest`);--> statement-breakpoint
CREATE TABLE `external_app_triggers` (
	`external_app_id` integer NOT NULL,
	`trigger_id` integer NOT NULL,
	PRIMARY KEY(`external_app_id`, `trigger_id`),
	FOREIGN KEY (`external_app_id`) REFERENCES `external_apps`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`trigger_id`) REFERENCES `triggers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `external_app_triggers_trigger` ON `external_app_triggers` (`trigger_id`);--> statement-breakpoint
CREATE TABLE `external_apps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`enabled` integer DEFAULT true NOT NULL,
	`last_invoked_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_apps_name` ON `external_apps` (`name`);--> statement-breakpoint
CREATE TABLE `mcp_connections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`server_url` text NOT NULL,
	`server_name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`token_endpoint` text DEFAULT '' NOT NULL,
	`discovery` text DEFAULT '{}' NOT NULL,
	`scope` text,
	`status` text NOT NULL,
	`access_expires_at` integer,
	`last_refreshed_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_connections_server` ON `mcp_connections` (`server_url`);--> statement-breakpoint
CREATE TABLE `mcp_sign_ins` (
	`state` text PRIMARY KEY NOT NULL,
	`server_url` text NOT NULL,
	`server_name` text NOT NULL,
	`issuer` text NOT NULL,
	`sealed` text NOT NULL,
	`return_to` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mcp_sign_ins_expiry` ON `mcp_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_artifacts` (
	`model` text NOT NULL,
	`key` text NOT NULL,
	`payload` text NOT NULL,
	`grant_key` text,
	`uid` text,
	`expires_at` integer,
	`consumed_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`model`, `key`)
);
--> statement-breakpoint
CREATE INDEX `oauth_artifacts_grant` ON `oauth_artifacts` (`grant_key`);--> statement-breakpoint
CREATE INDEX `oauth_artifacts_uid` ON `oauth_artifacts` (`uid`);--> statement-breakpoint
CREATE INDEX `oauth_artifacts_expiry` ON `oauth_artifacts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_grants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`grant_key` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`client_label` text,
	`first_party` integer DEFAULT false NOT NULL,
	`registration` text NOT NULL,
	`publisher_host` text,
	`user_email` text NOT NULL,
	`user_name` text NOT NULL,
	`privilege` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`scope_changed_at` integer,
	`scope_change_reason` text,
	`revoked_at` integer,
	`revocation_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_key` ON `oauth_grants` (`grant_key`);--> statement-breakpoint
CREATE INDEX `oauth_grants_live` ON `oauth_grants` (`last_used_at`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE TABLE `paired_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`grant_id` integer NOT NULL,
	`name` text NOT NULL,
	`digest` text NOT NULL,
	`browser` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`grant_id`) REFERENCES `oauth_grants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `paired_devices_digest` ON `paired_devices` (`digest`);--> statement-breakpoint
CREATE INDEX `paired_devices_grant` ON `paired_devices` (`grant_id`);--> statement-breakpoint
CREATE TABLE `trigger_conditions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trigger_id` integer NOT NULL,
	`condition_type` text NOT NULL,
	`configuration` text DEFAULT '{}' NOT NULL,
	`state` text DEFAULT '{}' NOT NULL,
	`next_fire_at` integer,
	`spent` integer DEFAULT false NOT NULL,
	`last_triggered_at` integer,
	`last_polled_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`trigger_id`) REFERENCES `triggers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trigger_conditions_trigger` ON `trigger_conditions` (`trigger_id`);--> statement-breakpoint
CREATE INDEX `trigger_conditions_due` ON `trigger_conditions` (`next_fire_at`);--> statement-breakpoint
CREATE TABLE `trigger_sessions` (
	`trigger_id` integer NOT NULL,
	`session_id` integer NOT NULL,
	`kind` text NOT NULL,
	`stamped_class` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`trigger_id`, `session_id`),
	FOREIGN KEY (`trigger_id`) REFERENCES `triggers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trigger_sessions_session` ON `trigger_sessions` (`session_id`);--> statement-breakpoint
CREATE TABLE `triggers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'enabled' NOT NULL,
	`failed_at` integer,
	`last_error` text,
	`agent_root_name` text NOT NULL,
	`prompt_template` text NOT NULL,
	`goal` text,
	`reuse_session` integer DEFAULT false NOT NULL,
	`enqueue_messages` integer DEFAULT false NOT NULL,
	`resuscitate_archived` integer DEFAULT false NOT NULL,
	`skip_if_pending_session` integer DEFAULT false NOT NULL,
	`last_session_id` integer,
	`max_sessions_per_minute` integer,
	`coalesce_window_seconds` integer,
	`scheduling_class` text,
	`precedence` integer,
	`mcp_servers` text DEFAULT '[]' NOT NULL,
	`catalog_skills` text DEFAULT '[]' NOT NULL,
	`catalog_hooks` text DEFAULT '[]' NOT NULL,
	`catalog_plugins` text DEFAULT '[]' NOT NULL,
	`unresolved_references` text DEFAULT '{}' NOT NULL,
	`missed_fire_count` integer DEFAULT 0 NOT NULL,
	`first_missed_fire_at` integer,
	`last_triggered_at` integer,
	`sessions_created_count` integer DEFAULT 0 NOT NULL,
	`burst_window_at` integer,
	`burst_window_count` integer DEFAULT 0 NOT NULL,
	`burst_active_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`last_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `web_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`totp_sealed` text,
	`totp_enrolled_at` integer,
	`totp_last_step` integer,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`lock_count` integer DEFAULT 0 NOT NULL,
	`locked_until` integer,
	`last_signed_in_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `web_accounts_subject` ON `web_accounts` (`issuer`,`subject`);--> statement-breakpoint
CREATE INDEX `web_accounts_email` ON `web_accounts` (`email`);--> statement-breakpoint
CREATE TABLE `web_push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`browser` text,
	`created_at` integer NOT NULL,
	`last_delivered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `web_push_endpoint` ON `web_push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE TABLE `web_recovery_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`digest` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `web_accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `web_recovery_codes_account` ON `web_recovery_codes` (`account_id`);--> statement-breakpoint
CREATE TABLE `web_sign_ins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`digest` text NOT NULL,
	`browser` text,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `web_accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `web_sign_ins_digest` ON `web_sign_ins` (`digest`);--> statement-breakpoint
CREATE INDEX `web_sign_ins_account` ON `web_sign_ins` (`account_id`);--> statement-breakpoint
CREATE TABLE `web_trusted_browsers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`digest` text NOT NULL,
	`browser` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `web_accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `web_trusted_browsers_digest` ON `web_trusted_browsers` (`digest`);--> statement-breakpoint
CREATE INDEX `web_trusted_browsers_account` ON `web_trusted_browsers` (`account_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`grant` text NOT NULL,
	`digest` text NOT NULL,
	`external_app_id` integer,
	`agent_sessions_use_it` integer DEFAULT false NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`external_app_id`) REFERENCES `external_apps`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "api_keys_owner" CHECK(("grant" = 'external_app') = (external_app_id IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `__new_api_keys`("id", "name", "source", "grant", "digest", "external_app_id", "agent_sessions_use_it", "last_used_at", "created_at", "revoked_at") SELECT "id", "name", "source", "grant", "digest", "external_app_id", "agent_sessions_use_it", "last_used_at", "created_at", "revoked_at" FROM `api_keys`;--> statement-breakpoint
DROP TABLE `api_keys`;--> statement-breakpoint
ALTER TABLE `__new_api_keys` RENAME TO `api_keys`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_digest` ON `api_keys` (`digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_name` ON `api_keys` (`name`);--> statement-breakpoint
CREATE INDEX `api_keys_external_app` ON `api_keys` (`external_app_id`);