ALTER TABLE `session_token_usages` ADD `features` blob;--> statement-breakpoint
ALTER TABLE `token_usage_files` ADD `calls_skipped` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `token_usage_files_problem` ON `token_usage_files` (`path`) WHERE problem IS NOT NULL;--> statement-breakpoint
CREATE INDEX `token_usage_files_skipped` ON `token_usage_files` (`calls_skipped`) WHERE calls_skipped > 0;--> statement-breakpoint
ALTER TABLE `token_usage_sums` ADD `features` blob;--> statement-breakpoint
DELETE FROM `token_usage_cursors`;--> statement-breakpoint
UPDATE `token_usage_files` SET `identity` = '', `offset` = 0, `ended` = 0;--> statement-breakpoint
UPDATE `token_usage_backfills` SET `cursor` = NULL WHERE `status` IN ('queued', 'running');--> statement-breakpoint
INSERT INTO `token_usage_backfills` (`status`, `trigger`, `created_at`)
	SELECT 'queued', 'upgrade', unixepoch() * 1000
	WHERE EXISTS (SELECT 1 FROM `token_usage_files`)
	AND NOT EXISTS (SELECT 1 FROM `token_usage_backfills` WHERE `status` IN ('queued', 'running'));
