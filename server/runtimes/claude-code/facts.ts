import type { RuntimeFacts } from "../runtime.ts";
import { writeConversation } from "./conversation-file.ts";
import { transcript } from "./transcript.ts";

export const claudeCodeFacts: RuntimeFacts = {
  id: "claude_code",
  transcript,
  writeConversation,
  cachesForAnHour: true,
  reportsSubagents: true,
  hasAccounts: true,
  homeFolders: { programs: [".local/share/claude"], secrets: [".claude", ".claude.json"] },
  providerPrefix: "ANTHROPIC",
};
