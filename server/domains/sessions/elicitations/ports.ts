import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionLogPort, SessionService } from "../sessions/index.ts";
import type { ElicitationAccess } from "./access.ts";

/** What elicitations need from other domains; compose/elicitations.ts provides it. */
export interface ElicitationDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add" | "remove">;
  access: ElicitationAccess;
  sessions: Pick<SessionService, "find" | "byId" | "write" | "transition">;
  sessionLog: Pick<SessionLogPort, "note">;
  /** Counts a question of a session. Throws a refusal if it is one too many. */
  spend(sessionId: number): void;
  /** Remove secrets from a text, and from the strings and keys of a JSON value. */
  redact(text: string): string;
  redactValue<Value>(value: Value): Value;
  /** Notifies the board that a session's elicitations changed; called inside the transaction, sent after it. */
  changed(sessionId: number): void;
  /** Notifies the person about a question; called inside the transaction that stores it. */
  notify(sessionId: number, requestId: string, message: string): void;
  /** Withdraws that notification; called inside the transaction that closes the question. */
  withdraw(sessionId: number, requestId: string): void;
}
