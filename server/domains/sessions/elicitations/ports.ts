import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionLogPort, SessionService } from "../sessions/index.ts";
import type { ElicitationAccess } from "./access.ts";

/** What elicitations need of their neighbours; compose/elicitations.ts hands it in. */
export interface ElicitationDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add" | "remove">;
  access: ElicitationAccess;
  sessions: Pick<SessionService, "find" | "byId" | "write" | "transition">;
  sessionLog: Pick<SessionLogPort, "note">;
  /** Takes secrets out of a text, and out of one line of JSON. */
  redact(text: string): string;
  redactLine(line: string): string;
  /** Tells the board that a session's questions changed; called inside the transaction, sent after it. */
  changed(sessionId: number): void;
  /** Tells the person that a question waits; called inside the transaction that stores it. */
  notify(sessionId: number, requestId: string, message: string): void;
  /** Takes that back; inside the transaction that closes the question. */
  withdraw(sessionId: number, requestId: string): void;
}
