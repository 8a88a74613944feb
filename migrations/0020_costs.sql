CREATE TABLE `cost_budgets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`scope` text NOT NULL,
	`agent_root` text,
	`session_id` integer,
	`period` text NOT NULL,
	`limit_usd` real NOT NULL,
	`warn_share` real NOT NULL,
	`at_limit` text NOT NULL,
	`warned_for` integer,
	`reached_for` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cost_budgets_session` ON `cost_budgets` (`session_id`);--> statement-breakpoint
CREATE TABLE `model_rates` (
	`model` text PRIMARY KEY NOT NULL,
	`input` real NOT NULL,
	`output` real NOT NULL,
	`cache_read` real NOT NULL,
	`cache_write` real NOT NULL,
	`cache_write_1h` real NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `token_usage_stale_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`changes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `token_usage_sum_steps` (
	`id` integer PRIMARY KEY NOT NULL,
	`prompt_steps` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `token_usage_sums` (
	`hours` integer NOT NULL,
	`hour` integer NOT NULL,
	`session_id` integer NOT NULL,
	`agent_root` text NOT NULL,
	`model` text NOT NULL,
	`is_subagent` integer NOT NULL,
	`source` text NOT NULL,
	`prompt_above` integer NOT NULL,
	`calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_creation_tokens` integer NOT NULL,
	`cache_creation_1h_tokens` integer NOT NULL,
	`web_search_requests` integer NOT NULL,
	PRIMARY KEY(`hours`, `hour`, `session_id`, `agent_root`, `model`, `is_subagent`, `source`, `prompt_above`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `session_token_usages_insert_stale` AFTER INSERT ON `session_token_usages` BEGIN
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (NEW.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `session_token_usages_delete_stale` AFTER DELETE ON `session_token_usages` BEGIN
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (OLD.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `session_token_usages_update_stale` AFTER UPDATE ON `session_token_usages` BEGIN
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (OLD.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (NEW.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ad_hoc_usage_insert_stale` AFTER INSERT ON `ad_hoc_usage` BEGIN
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (NEW.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ad_hoc_usage_delete_stale` AFTER DELETE ON `ad_hoc_usage` BEGIN
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (OLD.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ad_hoc_usage_update_stale` AFTER UPDATE ON `ad_hoc_usage` BEGIN
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (OLD.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
	INSERT INTO `token_usage_stale_hours` (`hour`, `changes`) VALUES (NEW.`called_at` / 3600000, 1)
		ON CONFLICT DO UPDATE SET `changes` = `changes` + 1;
END;
--> statement-breakpoint
INSERT INTO `token_usage_stale_hours` (`hour`, `changes`)
	SELECT `called_at` / 3600000 AS `hour`, 1 FROM `session_token_usages` UNION SELECT `called_at` / 3600000, 1 FROM `ad_hoc_usage`;
