import type { Database } from "../../../db/open.ts";
import { runtimeFacts } from "../../../runtimes/facts.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { ConversationToWrite } from "./conversation-worker.ts";
import { transcriptStore } from "./store.ts";

/** Unpacked, parsed and written in some ms; a longer conversation is left to another thread. */
const largeBytes = 512 * 1024;
const worker = new URL("./conversation-worker.ts", import.meta.url);

/** Writes a long conversation for its CLI on another thread; undefined for one that is short. */
export type LargeConversations = (wanted: ConversationToWrite) => Promise<string | null> | undefined;

export function largeConversations(deps: {
  database: Pick<Database, "sql">;
  workers: Pick<WorkerPool, "run">;
}): LargeConversations {
  const store = transcriptStore(deps.database);
  const file = deps.database.sql.name;
  return ({ of, conversationId, workspace: { cwd, home } }) => {
    const lines = store.head(of.id)?.lineCount ?? 0;
    if (store.bytesBetween(of.id, 0, lines) <= largeBytes || !runtimeFacts.has(of.runtime)) return undefined;
    const input = { of, conversationId, workspace: { cwd, home }, file };
    return deps.workers.run({ file: worker, name: "write", input });
  };
}
