ALTER TABLE `session_attention` RENAME COLUMN "seen_changes" TO "settled_changes";--> statement-breakpoint
ALTER TABLE `session_attention` DROP COLUMN `looked_at`;