import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { ReadConversation, TranscriptService } from "../../transcripts/transcripts/index.ts";
import type { SessionRow, SessionService } from "../sessions/index.ts";

/** What titles and summaries need from other domains; compose provides it. */

export interface SmallModelQuestion {
  /** The feature that the usage is recorded under. */
  source: "session_title" | "status_summary" | "attention";
  system: string;
  prompt: string;
  signal: AbortSignal;
}

export type SmallModelAnswer =
  | { kind: "answered"; text: string }
  /** The model was not asked, and a retry would not help. */
  | { kind: "unavailable"; reason: string }
  | { kind: "failed"; message: string }
  /** The service is stopping; the next start asks again. */
  | { kind: "stopped" };

export interface SmallModelPort {
  /** Whether a small model is available for the runtime. */
  offered(runtime: string): boolean;
  ask(session: SessionRow, question: SmallModelQuestion): Promise<SmallModelAnswer>;
}

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
