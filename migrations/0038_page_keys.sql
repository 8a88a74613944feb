ALTER TABLE `browser_sign_ins` ADD `public_key` text;--> statement-breakpoint
ALTER TABLE `browser_sign_ins` ADD `key_place` text;--> statement-breakpoint
ALTER TABLE `browser_sign_ins` DROP COLUMN `page_key_digest`;--> statement-breakpoint
ALTER TABLE `paired_devices` ADD `public_key` text;--> statement-breakpoint
ALTER TABLE `paired_devices` ADD `key_place` text;--> statement-breakpoint
ALTER TABLE `web_sign_ins` ADD `public_key` text;--> statement-breakpoint
ALTER TABLE `web_sign_ins` ADD `key_place` text;