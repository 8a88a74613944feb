import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";
import type { WakeService } from "../wakes/index.ts";

/** What the tools need of sessions beyond the operations; each the same function as behind the board. */
export interface SessionToolDeps {
  /** Of the session that a path names, by id or slug. */
  idOf(reference: string): number;
  /** The newest lines, at most `limit` of them; `from` is how many there are before. */
  transcript(reference: string, limit: number): { entries: readonly TimelineEntry[]; from: number };
  wakes: Pick<WakeService, "armed" | "cancel" | "restForPerson">;
  /** An archive at a session's own wish, which lets its turn end first; answers the sentence to tell. */
  archiveOwn(sessionId: number, options: { force: boolean; endTurn: boolean }): Promise<string>;
}
