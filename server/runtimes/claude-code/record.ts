import type { ApiFailure, Message, TurnResult } from "./protocol.ts";

/** What is known of a turn so far; grows by one message at a time. */
export interface AgentRecord {
  /** The CLI has taken the prompt to a model at least once. */
  begun: boolean;
  /** The main agent is at work: between an `init` and its `result`. */
  working: boolean;
  idle: boolean;
  backgroundTasks: number;
  usesKey: boolean;
  /** The newest failure of the main thread that no result has answered yet. */
  failure: ApiFailure | null;
  result: TurnResult | null;
  /** The last words of the agent: a background task's wake-up may end in silence. */
  lastMessage: string | null;
  /** Epoch seconds, from the newest rejection by the account's limits. */
  rejectedUntil: number | null;
}

export const freshRecord: AgentRecord = {
  begun: false,
  working: false,
  idle: false,
  backgroundTasks: 0,
  usesKey: false,
  failure: null,
  result: null,
  lastMessage: null,
  rejectedUntil: null,
};

export function observe(record: AgentRecord, message: Message): AgentRecord {
  switch (message.type) {
    case "init":
      return { ...record, begun: true, working: true, usesKey: message.usesKey, failure: null, result: null };
    case "state":
      return { ...record, idle: message.idle };
    case "background":
      return { ...record, backgroundTasks: message.count };
    case "failure":
      return { ...record, failure: message.failure };
    case "result":
      return {
        ...record,
        working: false,
        result: message.result,
        lastMessage: lastWords(record, message.result),
      };
    case "quota":
      return { ...record, rejectedUntil: message.limit.rejected ? message.limit.resetsAt : null };
    case "retry":
    case "text":
    case "compacted":
    case "fallback":
    case "request":
    case "mcp_status":
    case "task_stopped":
      return record;
  }
}

function lastWords(record: AgentRecord, { isError, text }: TurnResult): string | null {
  return isError || text === "" ? record.lastMessage : text;
}

/** What the turn waits for after a message. */
export type Pause =
  /** The agent works, or the CLI is about to say more. */
  | "none"
  /** All is done: close the conversation. */
  | "close"
  /** The last background task ended, and the CLI wakes the agent for it within milliseconds, if at all. */
  | "wake"
  /** Only background work is left; it may be a server that never ends. */
  | "background";

/** Whether the conversation has anything more to do without a person. */
export function decidePause(record: AgentRecord, message: Message): Pause {
  if (record.backgroundTasks > 0) return record.result !== null && !record.working ? "background" : "none";
  if (!record.idle) return "none";
  return message.type === "background" ? "wake" : "close";
}

/** A shorter wait is at most a second too long, less than a new process needs to start under load: the CLI may wait by itself. */
const longestWaitMs = 6_000;
/** The CLI waits for as long as the provider said, and up to a fifth longer. */
const waitsAtMost = 1.2;

/** The earliest moment at which a limit can end that the CLI would wait out; null if it may do so. */
export function limitEnd(message: Message, now: number): number | null {
  if (message.type !== "retry" || message.error !== "rate_limit" || message.delayMs <= longestWaitMs)
    return null;
  return now + Math.floor(message.delayMs / waitsAtMost);
}

/**
 * A wrong key is refused ten times over three minutes before the CLI gives up. A subscription's token is left to
 * the CLI: it may have just expired, and the second try with a refreshed one succeeds.
 */
export function isHopeless(record: AgentRecord, message: Message): boolean {
  if (message.type !== "retry" || message.error !== "authentication_failed") return false;
  return record.usesKey || message.attempt > 2;
}
