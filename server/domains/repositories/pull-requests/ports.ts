import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { GoalView } from "../../sessions/goals/model.ts";
import type { SessionLogPort, SessionService } from "../../sessions/sessions/index.ts";
import type { TranscriptService } from "../../transcripts/transcripts/index.ts";
import type { GitHub } from "./github.ts";
import type { EarlierWord } from "./merging-rules.ts";
import type { ToldOf } from "./text.ts";

/** What pull requests need of their neighbours; compose.ts hands it in. */
export interface PullRequestDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add" | "remove">;
  sessions: Pick<SessionService, "byId">;
  transcripts: Pick<TranscriptService, "timeline" | "lineCount">;
  sessionLog: SessionLogPort & {
    /** Unless the session's log has this very line. */
    noteOnce(sessionId: number, level: "warning", content: string): void;
  };
  /** Null without a token: nothing is read then. */
  github: GitHub | null;
  /** The goal of the catalog with this id. */
  goalOf(id: string): GoalView | undefined;
  /** Puts a message before a session, inside the transaction that notes that it was told. */
  post(sessionId: number, message: { content: string; sender: string; origin: ToldOf }): unknown;
}

/** What a person's word to merge needs besides. */
export interface MergingDeps {
  database: Database;
  clock: Clock;
  sessions: Pick<SessionService, "find">;
  messages: {
    /** Null when the message is gone. */
    statusOf(sessionId: number, messageId: number): EarlierWord["message"];
  };
  note: SessionLogPort["note"];
  /** How a person is called. */
  nameOf(actor: Actor): string;
  /** Puts the person's message before the session, inside the caller's transaction. */
  post(sessionId: number, message: { content: string; sender: string; author: Actor }): { id: number };
}
