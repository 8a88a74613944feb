import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type {
  SandboxPort,
  SessionLogPort,
  SessionRow,
  SessionService,
} from "../../sessions/sessions/index.ts";
import type { WakeService } from "../../sessions/wakes/index.ts";
import type { SessionEventName } from "./model.ts";
import type { StoredCondition } from "./rules.ts";
import type { Trial, TriedEvent } from "./trial-rules.ts";

export const pickLists = ["mcp_servers", "catalog_skills", "catalog_hooks", "catalog_plugins"] as const;
export type PickList = (typeof pickLists)[number];
export type Lists = Record<PickList, readonly string[]>;

export const eachList = <T>(of: (list: PickList) => T): Record<PickList, T> => ({
  mcp_servers: of("mcp_servers"),
  catalog_skills: of("catalog_skills"),
  catalog_hooks: of("catalog_hooks"),
  catalog_plugins: of("catalog_plugins"),
});

/** A person of this board. */
export interface KnownPerson {
  key: string;
  displayName: string;
}

/** What a known person wrote outside. */
export interface Writing {
  entryPoint: "chat.channel_message" | "chat.dm";
  author: KnownPerson;
  content: string;
  /** When, by this machine's clock. */
  at: number;
}

/** What triggers need from other domains. */
export interface TriggerDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  sessionLog: Pick<SessionLogPort, "note">;
  sessions: Pick<SessionService, "byId" | "find" | "create" | "describe" | "write">;
  wakes: Pick<WakeService, "armed" | "armAt" | "armOn" | "fire" | "cancel">;
  jobs: Pick<JobQueue, "add" | "remove">;
  catalog: {
    /** Whether the catalog has this agent root; null while the catalog cannot be read. */
    hasRoot(name: string): boolean | null;
    /** Throws 422 for unknown names and for a list over its limit. */
    checkNames(lists: Partial<Lists>): void;
    /** The names that the catalog lacks; null while it is empty or cannot be read. */
    missing(lists: Lists): Lists | null;
  };
  sandboxes: Pick<SandboxPort, "read" | "asked">;
  goals: {
    /** The goal to store; refuses an unknown id and a goal that is too long. */
    accept(goal: string | null): string | null;
    /** False for an id that has left the catalog. */
    stillKnown(goal: string): boolean;
  };
  /** How sessions came to need input, to fail and to be archived since then, the oldest first. */
  sessionEventsSince(since: number, event: SessionEventName): { at: number; session: SessionRow }[];
  /** What a condition on something outside would have done. */
  /** For conditions of the kinds that happen outside. */
  watchers: {
    since(condition: StoredCondition, since: number, signal: AbortSignal): Promise<Trial>;
    sampled(condition: StoredCondition, payload: unknown, signal: AbortSignal): Promise<TriedEvent[]>;
    /** A payload that fires the condition. */
    sample(condition: StoredCondition): Promise<object>;
  };
  /** The session that opened the issue `owner/repo#number`, as its transcript shows; null if none is known to have. */
  sessionOfIssue(issue: string): number | null;
  /** Why a condition does not fire by itself at present, for a person to read; null if it does. */
  watchProblem(condition: StoredCondition): string | null;
  /** Sends a session a message, queued behind its turn if it is running. In the open transaction. */
  post(sessionId: number, message: { content: string; sender: string }): void;
  /** Records what a person wrote outside for a session. In the open transaction. */
  recordWriting(sessionId: number, writing: Writing): void;
  /** Whether the session has messages it has not read yet. */
  hasPendingMessages(sessionId: number): boolean;
  /** Takes a session out of the trash; throws the refusal that says why not. */
  unarchive(reference: string): Promise<unknown>;
  /** Throws while there is too little disk space for new work. */
  admit(): void;
  /** The address of a session on the board. */
  sessionUrl(id: number): string;
  /** 16 random hex digits. */
  newToken(): string;
}
