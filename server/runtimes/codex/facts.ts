import type { RuntimeFacts } from "../runtime.ts";
import { writeConversation } from "./conversation-file.ts";
import { codexTranscript } from "./transcript.ts";

export const codexFacts: RuntimeFacts = {
  id: "codex",
  transcript: codexTranscript,
  writeConversation,
  cachesForAnHour: false,
  reportsSubagents: false,
  hasAccounts: true,
  homeFolders: { programs: [], secrets: [".codex"] },
  providerPrefix: "OPENAI",
};
