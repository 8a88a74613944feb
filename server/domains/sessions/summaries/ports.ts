import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { TranscriptService } from "../../transcripts/transcripts/index.ts";
import type { SessionRow, SessionService } from "../sessions/index.ts";

/** What titles and summaries need of their neighbours; compose hands it in. */

export interface SmallModelQuestion {
  /** Which feature asks; the usage is recorded under it. */
  source: "session_title" | "status_summary";
  system: string;
  prompt: string;
  signal: AbortSignal;
}

export type SmallModelAnswer =
  | { kind: "answered"; text: string }
  /** Nothing was asked, and asking again would change nothing. */
  | { kind: "unavailable"; reason: string }
  | { kind: "failed"; message: string }
  /** The service stops; the next start asks again. */
  | { kind: "stopped" };

export interface SmallModelPort {
  /** False where a question would not be asked at all. */
  offered(runtime: string): boolean;
  ask(session: SessionRow, question: SmallModelQuestion): Promise<SmallModelAnswer>;
}

export interface SummaryDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  sessions: Pick<SessionService, "byId" | "find" | "write">;
  transcripts: Pick<TranscriptService, "lineCount" | "conversation">;
  model: SmallModelPort;
  /** The folder the session works in is still there. */
  hasClone(session: SessionRow): Promise<boolean>;
  /** Takes secrets out of what a model said. */
  redact(text: string): string;
  /** Tells the board that the summary of a session changed. */
  changed(sessionId: number): void;
}
