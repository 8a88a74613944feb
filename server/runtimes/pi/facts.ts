import type { RuntimeFacts } from "../runtime.ts";
import { writeConversation } from "./conversation-file.ts";
import { piTranscript } from "./transcript.ts";

export const piFacts: RuntimeFacts = {
  id: "pi",
  transcript: piTranscript,
  writeConversation,
  cachesForAnHour: false,
  reportsSubagents: true,
  hasAccounts: false,
  homeFolders: { programs: [], secrets: [".pi"] },
  providerPrefix: "OPENROUTER",
};
