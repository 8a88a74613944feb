import type { Pagination } from "../../http/model.ts";
import type { Configs } from "../configs/model.ts";
import type { EnqueuedMessage } from "../messages/model.ts";
import type { SessionLog } from "../session-logs/model.ts";
import type { Session, SessionSearch, SessionsFound } from "../sessions/model.ts";
import type { SubagentTranscript } from "../subagents/model.ts";
import type { TimelineEntry } from "../transcripts/model.ts";
import type { TurnService } from "../turns/index.ts";
import type { WakeService } from "../wakes/index.ts";

/** Whose agent calls. */
export interface SelfContext {
  sessionId: number;
}

/** A session with what stands beside it, as E7 answers it. */
export interface SessionOverview {
  session: Session;
  session_hierarchy: {
    nodes: readonly { id: number; title: string; status: string; depth: number; current: boolean }[];
  };
  [more: string]: unknown;
}

type Paged = { page: number; per_page: number };

/** What agents may look at, in their own session and in others. */
export interface ReadingDeps {
  overview(reference: string): SessionOverview;
  /** The newest lines, at most `limit` of them; `from` is how many there are before. */
  transcript(reference: string, limit: number): { entries: readonly TimelineEntry[]; from: number };
  logs(reference: string, page: Paged): { logs: SessionLog[]; pagination: Pagination };
  subagents(
    reference: string,
    page: Paged,
  ): { subagent_transcripts: SubagentTranscript[]; pagination: Pagination };
  queued(reference: string): EnqueuedMessage[];
  armedWakes: WakeService["armed"];
  search(query: SessionSearch): Promise<SessionsFound>;
  configs(): Pick<Configs, "mcp_servers" | "agent_roots" | "goals">;
  reloadCatalog(): Promise<unknown>;
}

/** What agents may do to their own session; each the same function as behind REST. */
export interface ActingDeps {
  changeTitle(reference: string, title: string): Session;
  changeNotes(reference: string, notes: string): Session;
  changeHeartbeat(
    reference: string,
    change: { enabled?: boolean | undefined; interval_seconds?: number | undefined },
  ): Session;
  turns: Pick<TurnService, "sleep" | "messageParent">;
  wakes: Pick<WakeService, "arm" | "cancel" | "restForPerson">;
  archive(sessionId: number, options: { force?: boolean | undefined; endTurn: boolean }): Promise<string>;
  push(sessionId: number, message: string): void;
  /** Takes secrets out of what an agent says before anything of it is stored. */
  redact(text: string): string;
}
