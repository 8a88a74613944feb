import type { Actor } from "../http/caller.ts";
import type { CallOperation } from "./call-operation.ts";

/** What an endpoint knows of the one who calls its tools. */
export interface McpCaller {
  actor: Actor;
  /** The session whose agent calls, where it is one. */
  sessionId: number | null;
  /** The agent roots it is held to; null is all of them. */
  roots: readonly string[] | null;
  call: CallOperation;
}
