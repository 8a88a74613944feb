import type { WakeService } from "../../sessions/wakes/index.ts";
import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";

/** What the tools need besides the operations; the board uses the same functions. */
export interface SessionToolDeps {
  /** Returns the id of a session by id or slug. */
  idOf(reference: string): number;
  /** The newest lines, at most `limit`; `from` is the number of lines before them. */
  transcript(reference: string, limit: number): Promise<{ entries: readonly TimelineEntry[]; from: number }>;
  wakes: Pick<WakeService, "armed" | "cancel" | "restForPerson">;
  /** Archives a session for its own agent, after its turn. Returns the sentence to answer with. */
  archiveOwn(sessionId: number, options: { force: boolean; endTurn: boolean }): Promise<string>;
}
