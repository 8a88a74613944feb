CREATE TABLE `session_states` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`state` text,
	`cause` text NOT NULL,
	`detail` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_states_session` ON `session_states` (`session_id`,`id`);--> statement-breakpoint
INSERT INTO `session_states` (`session_id`, `state`, `cause`, `detail`, `at`)
	SELECT `id`, NULL, iif(`forked_from_session_id` IS NULL, 'created', 'forked'), `forked_from_session_id`, `created_at` FROM `sessions` ORDER BY `id`;--> statement-breakpoint
INSERT INTO `session_states` (`session_id`, `state`, `cause`, `at`)
	SELECT `id`,
		CASE
			WHEN `status` = 'waiting' THEN coalesce(`waiting_kind`, 'idle')
			WHEN `status` = 'needs_input' AND `blocked_on_elicitation` THEN 'asking'
			ELSE `status`
		END,
		iif(`status` = 'archived' AND `archived_at` IS NOT NULL, 'archive', 'found'),
		coalesce(
			CASE `status` WHEN 'archived' THEN `archived_at` WHEN 'waiting' THEN `waiting_since` END,
			CAST(unixepoch('subsec') * 1000 AS INTEGER)
		)
	FROM `sessions` ORDER BY `id`;
