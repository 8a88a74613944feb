CREATE TABLE `gate_decision_feedback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`decision_id` integer NOT NULL,
	`verdict` text NOT NULL,
	`note` text,
	`author` text NOT NULL,
	`channel` text NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`decision_id`) REFERENCES `gate_decisions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gate_decision_feedback_decision` ON `gate_decision_feedback` (`decision_id`,`id`);--> statement-breakpoint
CREATE TABLE `gate_decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`gate` text NOT NULL,
	`surface` text,
	`artifact_url` text NOT NULL,
	`title` text,
	`decision` text NOT NULL,
	`decided_at` integer NOT NULL,
	`producing_session_url` text,
	`payload` text NOT NULL,
	`searched` text NOT NULL,
	`writing_session_id` integer,
	`recorded_via` text NOT NULL,
	`recorded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gate_decisions_decided` ON `gate_decisions` (`decided_at`,`id`);--> statement-breakpoint
CREATE INDEX `gate_decisions_artifact` ON `gate_decisions` (`artifact_url`,`decided_at`);--> statement-breakpoint
CREATE TABLE `outcome_analyses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`analyzer_session_id` integer,
	`schema_version` text NOT NULL,
	`notes` text,
	`root` text NOT NULL,
	`agent_root` text,
	`agent_runtime` text NOT NULL,
	`model` text NOT NULL,
	`session_created_at` integer NOT NULL,
	`root_outcome` text NOT NULL,
	`segment_count` integer NOT NULL,
	`failure_segment_count` integer NOT NULL,
	`success_segment_count` integer NOT NULL,
	`max_depth` integer NOT NULL,
	`analyzed_at` integer NOT NULL,
	`superseded_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`analyzer_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outcome_analyses_current` ON `outcome_analyses` (`session_id`) WHERE superseded_at IS NULL;--> statement-breakpoint
CREATE INDEX `outcome_analyses_session` ON `outcome_analyses` (`session_id`);--> statement-breakpoint
CREATE INDEX `outcome_analyses_analyzer` ON `outcome_analyses` (`analyzer_session_id`);--> statement-breakpoint
CREATE INDEX `outcome_analyses_newest` ON `outcome_analyses` (`analyzed_at`,`id`) WHERE superseded_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER `gate_decisions_never_changed` BEFORE UPDATE ON `gate_decisions` BEGIN
	SELECT RAISE(ABORT, 'Gate decisions are never changed');
END;
--> statement-breakpoint
CREATE TRIGGER `gate_decisions_never_deleted` BEFORE DELETE ON `gate_decisions` BEGIN
	SELECT RAISE(ABORT, 'Gate decisions are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `gate_decision_feedback_never_changed` BEFORE UPDATE ON `gate_decision_feedback` BEGIN
	SELECT RAISE(ABORT, 'Feedback on gate decisions are never changed');
END;
--> statement-breakpoint
CREATE TRIGGER `gate_decision_feedback_never_deleted` BEFORE DELETE ON `gate_decision_feedback` BEGIN
	SELECT RAISE(ABORT, 'Feedback on gate decisions are never deleted');
END;
