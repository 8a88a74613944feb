import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AgentRuntime, Equipment } from "../../../runtimes/runtime.ts";
import type { WorkspaceService } from "../../repositories/workspaces/index.ts";
import type { TranscriptService } from "../../transcripts/transcripts/index.ts";
import type { MessageService } from "../messages/index.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../sessions/index.ts";
import type { SubagentService } from "../subagents/index.ts";

/** A server that a person has to sign in to before it can be used. */
export interface RequiredConsent {
  server_name: string;
  server_url: string;
}

/** How a message came in. */
type WrittenAs = "follow_up" | "enqueued_message" | "enqueued_message_edited";

/** What turns need of their neighbours; compose.ts hands it in. */
export interface TurnDeps {
  database: Database;
  jobs: JobQueue;
  clock: Clock;
  log: Logger;
  sessions: SessionService;
  messages: MessageService;
  transcripts: TranscriptService;
  subagents: Pick<SubagentService, "follow">;
  workspaces: WorkspaceService;
  runtimes: readonly AgentRuntime[];
  sessionLog: SessionLogPort;
  /** The session's servers, skills and hooks with every variable resolved; throws a sentence that names the missing ones. */
  equipment(session: SessionRow): Equipment;
  /** Before a turn is judged: renews what the session's servers are signed in with. Never throws. */
  refreshCredentials(session: SessionRow): Promise<void>;
  /** Those of the session's servers that a person has to sign in to first. */
  needsConsent(session: SessionRow): readonly RequiredConsent[];
  goals: {
    accept(goal: string | null): string | null;
    /** What tells the agent a goal, to go below a prompt; null for none and for an id the catalog lost. */
    block(goal: string | null): string | null;
    /** Null when an id has left the catalog meanwhile. */
    stillKnown(goal: string): boolean;
  };
  /** Somebody restarts the session: what it had set for itself is moot. Inside the restart's transaction. */
  cancelWakes(sessionId: number): void;
  /** Keeps what a person wrote, where the caller is one; inside the transaction that stores it for the agent. */
  recordHumanMessage(actor: Actor, words: { sessionId: number; as: WrittenAs; content: string }): void;
  /** A caller says which session it is; after the delivery, which this cannot undo. */
  recordSeniority(acting: number | null | undefined, target: number, actor: Actor): void;
  /** Text as it is being written, for whoever looks at the session; null when nothing is written any more. */
  partial(sessionId: number, text: string | null): void;
  /** How long the files of an archived session, and its work that no remote has, are kept. */
  trashKeptMs(): number;
  newId(): string;
  /** Takes secrets out of what an agent or a provider said. */
  redact(text: string): string;
}
