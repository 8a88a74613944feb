import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { GoalView } from "../../sessions/goals/model.ts";
import type { SessionLogPort, SessionService } from "../../sessions/sessions/index.ts";
import type { TranscriptService } from "../../transcripts/transcripts/index.ts";
import type { GitHub } from "./github.ts";
import type { EarlierRequest } from "./merging-rules.ts";
import type { PullRequestNoticeService } from "./notices.ts";

/** The `origin` of messages that the service writes about pull requests. */
export type MessageOrigin =
  | "automated_pr_merged"
  | "automated_merge_conflict"
  | "automated_checks_failed"
  | "automated_review_comments";

/** What pull requests need from other domains. */
export interface PullRequestDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add" | "remove">;
  sessions: Pick<SessionService, "byId">;
  transcripts: Pick<TranscriptService, "boundedTimeline" | "lineCount">;
  sessionLog: SessionLogPort & {
    /** Does nothing if the session's log has this line already. */
    noteOnce(sessionId: number, level: "warning", content: string): void;
  };
  /** A pull request of the session, or of one it spawned, was found or read with another result. Inside the transaction. */
  changed(sessionId: number): void;
  /** The URLs of what a git root is a clone of, read from what the owner has and never from a session's clone. */
  remotes(gitRoot: string): Promise<readonly string[]>;
  /** null without a token; then nothing is read. */
  github: GitHub | null;
  notices: Pick<PullRequestNoticeService, "isOn">;
  /** 16 random hex digits. */
  newToken(): string;
  /** The goal of the catalog with this id. */
  goalOf(id: string): GoalView | undefined;
  /** Queues a message for a session, inside the transaction that records that it was notified. */
  post(sessionId: number, message: { content: string; sender: string; origin: MessageOrigin }): unknown;
  /** Takes back those about this pull request that no turn has read yet; whether there were any. Inside a transaction. */
  withdraw(sessionId: number, of: { origin: MessageOrigin; url: string }): boolean;
}

/** What the authorization of a merge needs. */
export interface MergingDeps {
  database: Database;
  clock: Clock;
  sessions: Pick<SessionService, "find">;
  messages: {
    /** null if the message is gone. */
    statusOf(sessionId: number, messageId: number): EarlierRequest["message"];
  };
  note: SessionLogPort["note"];
  /** The name of a person. */
  nameOf(actor: Actor): string;
  /** Queues the person's message for the session, inside the caller's transaction. */
  post(sessionId: number, message: { content: string; sender: string; author: Actor }): { id: number };
}
