import { writeConversation as writeClaudeConversation } from "./claude-code/conversation-file.ts";
import { writeConversation as writeCodexConversation } from "./codex/conversation-file.ts";
import { writeConversation as writePiConversation } from "./pi/conversation-file.ts";
import type { AgentRuntime } from "./runtime.ts";

/** What writes conversations for every registered runtime, for a worker thread: without what starts an agent. */
export const conversationWriters: ReadonlyMap<string, AgentRuntime["writeConversation"]> = new Map([
  ["claude_code", writeClaudeConversation],
  ["codex", writeCodexConversation],
  ["pi", writePiConversation],
]);
