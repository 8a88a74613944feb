import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionRow, SessionService, SmallModelPort } from "../../sessions/sessions/index.ts";
import type { ReadConversation, TranscriptService } from "../transcripts/index.ts";

/** What titles and summaries need from other domains; compose provides it. */
export interface SummaryDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  sessions: Pick<SessionService, "byId" | "find" | "write">;
  transcripts: Pick<TranscriptService, "lineCount" | "conversation">;
  /** Pages of the conversation that may be long. */
  readConversation: ReadConversation;
  model: SmallModelPort;
  /** Whether the session's clone still exists. */
  hasClone(session: SessionRow): Promise<boolean>;
  /** Removes secrets from a model's answer. */
  redact(text: string): string;
  /** Notifies the board that a session's summary changed. */
  changed(sessionId: number): void;
}
