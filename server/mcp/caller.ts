import type { Actor } from "../http/caller.ts";
import type { CallOperation } from "./call-operation.ts";

/** What an endpoint knows about the caller of its tools. */
export interface McpCaller {
  actor: Actor;
  /** The session whose agent calls, if it is one. */
  sessionId: number | null;
  /** The agent roots that the caller may use; null means all. */
  roots: readonly string[] | null;
  call: CallOperation;
}
