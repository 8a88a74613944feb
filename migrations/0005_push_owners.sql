ALTER TABLE `web_push_subscriptions` ADD `grant_id` integer REFERENCES oauth_grants(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `web_push_subscriptions` ADD `sign_in_id` integer REFERENCES web_sign_ins(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `web_push_grant` ON `web_push_subscriptions` (`grant_id`);--> statement-breakpoint
CREATE INDEX `web_push_sign_in` ON `web_push_subscriptions` (`sign_in_id`);--> statement-breakpoint
DELETE FROM `app_settings` WHERE `key` = 'push_holders' AND NOT json_valid(`value`);--> statement-breakpoint
UPDATE `web_push_subscriptions` SET
	`grant_id` = (SELECT `oauth_grants`.`id` FROM `app_settings` JOIN `oauth_grants` ON `oauth_grants`.`id` = json_extract(`app_settings`.`value`, '$."' || `web_push_subscriptions`.`id` || '".id') WHERE `app_settings`.`key` = 'push_holders' AND json_extract(`app_settings`.`value`, '$."' || `web_push_subscriptions`.`id` || '".kind') = 'connection'),
	`sign_in_id` = (SELECT `web_sign_ins`.`id` FROM `app_settings` JOIN `web_sign_ins` ON `web_sign_ins`.`id` = json_extract(`app_settings`.`value`, '$."' || `web_push_subscriptions`.`id` || '".id') WHERE `app_settings`.`key` = 'push_holders' AND json_extract(`app_settings`.`value`, '$."' || `web_push_subscriptions`.`id` || '".kind') = 'sign_in');--> statement-breakpoint
DELETE FROM `web_push_subscriptions` WHERE `grant_id` IS NULL AND `sign_in_id` IS NULL AND EXISTS (SELECT 1 FROM `app_settings` WHERE `key` = 'push_holders' AND json_type(`value`, '$."' || `web_push_subscriptions`.`id` || '"') IS NOT NULL);--> statement-breakpoint
DELETE FROM `app_settings` WHERE `key` = 'push_holders';