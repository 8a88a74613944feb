CREATE TABLE `live_turns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` integer NOT NULL,
	`position` integer NOT NULL,
	`role` text NOT NULL,
	`source` text NOT NULL,
	`content` text NOT NULL,
	`item_id` text,
	`interrupted` integer DEFAULT false NOT NULL,
	`reply` text,
	`reply_error` text,
	`actor` text,
	`reply_to` integer,
	`tool_name` text,
	`call_id` text,
	`tool_arguments` text,
	`tool_state` text,
	`tool_output` text,
	`tool_error` text,
	`card_reason` text,
	`card_act` text,
	`session_ids` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `live_conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `live_turns_order` ON `live_turns` (`conversation_id`,`position`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `live_turns_call` ON `live_turns` (`conversation_id`,`call_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `live_turns_item` ON `live_turns` (`conversation_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `live_conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mode` text NOT NULL,
	`status` text NOT NULL,
	`title` text,
	`agent_root` text NOT NULL,
	`root_instructions` text,
	`error_message` text,
	`call_number` integer DEFAULT 0 NOT NULL,
	`listening` text,
	`session_digest` text,
	`tools_digest` text,
	`call_model` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`last_activity_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `live_conversations_status` ON `live_conversations` (`status`);--> statement-breakpoint
CREATE TABLE `live_usages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` integer NOT NULL,
	`response_id` text NOT NULL,
	`nanos` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `live_conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `live_usages_response` ON `live_usages` (`conversation_id`,`response_id`);--> statement-breakpoint
CREATE INDEX `live_usages_created` ON `live_usages` (`created_at`);