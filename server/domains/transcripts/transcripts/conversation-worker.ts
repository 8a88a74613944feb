import { readDatabase } from "../../../db/read-only.ts";
import { runtimeFacts } from "../../../runtimes/facts.ts";
import type { Workspace } from "../../../runtimes/runtime.ts";
import { eachLine } from "./reading.ts";
import type { TranscriptOf } from "./reads.ts";
import { transcriptStore } from "./store.ts";

export interface ConversationToWrite {
  of: TranscriptOf;
  conversationId: string;
  workspace: Pick<Workspace, "cwd" | "home">;
}

/** Writes the CLI's file from the stored lines. Resolves with its path; null if there is no conversation in them. */
export async function write(wanted: ConversationToWrite & { file: string }): Promise<string | null> {
  const { of, conversationId, workspace, file } = wanted;
  const lines = readDatabase(file, (sql) =>
    Array.from(eachLine(transcriptStore({ sql }), of.id), ({ line }) => line),
  );
  return (
    (await runtimeFacts.get(of.runtime)?.writeConversation(workspace, { id: conversationId, lines })) ?? null
  );
}
