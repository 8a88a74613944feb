ALTER TABLE `api_keys` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `made_by_grant_id` integer REFERENCES oauth_grants(id);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `made_by_key_id` integer REFERENCES api_keys(id);--> statement-breakpoint
ALTER TABLE `apns_devices` ADD `api_key_id` integer REFERENCES api_keys(id);--> statement-breakpoint
ALTER TABLE `oauth_grants` ADD `made_by_grant_id` integer REFERENCES oauth_grants(id);--> statement-breakpoint
CREATE INDEX `oauth_grants_maker` ON `oauth_grants` (`made_by_grant_id`) WHERE made_by_grant_id IS NOT NULL;