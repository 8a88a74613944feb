import type { AgentOutcome } from "./outcome.ts";

/** A connection to the CLI of one turn. */
export interface AgentConnection {
  /** Settles once, after the process and every process it started are gone. Never rejects. */
  readonly outcome: Promise<AgentOutcome>;
  /**
   * Stops the turn: the protocol's own interrupt first, then signals, then every descendant.
   * Resolves when nothing of it is alive. Calling it twice is harmless.
   */
  interrupt(): Promise<void>;
  /**
   * Ends one task that works in the background, by the CLI's own id of it; the turn goes on. Resolves with null once it has
   * ended, otherwise with a sentence that says why not. Absent if the CLI cannot end one alone.
   */
  stopTask?(taskId: string): Promise<string | null>;
}
