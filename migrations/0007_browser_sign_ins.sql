CREATE TABLE `browser_sign_ins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`cookie_digest` text NOT NULL,
	`page_key_digest` text NOT NULL,
	`browser` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `browser_sign_ins_cookie` ON `browser_sign_ins` (`cookie_digest`);