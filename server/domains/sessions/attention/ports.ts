import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { GoalCheck } from "../goals/model.ts";
import type { SessionLogPort, SessionRow, SessionService, SmallModelPort } from "../sessions/index.ts";
import type { PullRequestFact } from "./rules.ts";

/** The files that a session changed. */
export interface CloneChanges {
  files: number;
  /** Lines. */
  additions: number;
  deletions: number;
  /** Different as soon as anything in them is. */
  digest: string;
}

/** Null if there are none, or no clone. */
export type ReadChanges = CloneChanges | "unreadable" | null;

/** What attention needs from other domains; server/compose provides it. */
export interface AttentionDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  sessions: Pick<SessionService, "byId" | "find" | "view">;
  sessionLog: SessionLogPort;
  /** The question that is open. */
  openQuestion(sessionId: number): string | null;
  /** The agent's last words, and how many messages the conversation has; null if the last message is not the agent's. */
  lastAnswer(row: SessionRow): { text: string | null; messageCount: number };
  /** Judges answers whose words are unclear; never asked where none is offered. */
  model: SmallModelPort;
  /** A session that nobody had to look at needs a person now. Inside the transaction that stores it. */
  becameNeedy(sessionId: number, stoppedAt: number): void;
  goalCheck(row: SessionRow): GoalCheck | null;
  pullRequests(sessionId: number): readonly PullRequestFact[];
  /** Null if there are none. Throws if the clone cannot be read. */
  changes(row: SessionRow): Promise<CloneChanges | null>;
  warn(details: object, message: string): void;
}
