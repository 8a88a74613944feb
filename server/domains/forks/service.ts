import type { Database } from "../../db/open.ts";
import type { SessionRow, SessionService, TimelinePort } from "../sessions/index.ts";
import type { Session } from "../sessions/model.ts";
import type { TranscriptService } from "../transcripts/index.ts";
import { CloneError, type WorkspaceService } from "../workspaces/index.ts";
import { forkRefusal } from "./errors.ts";

export type ForkService = ReturnType<typeof forkService>;

/**
 * Forks keep no file of the CLI's: the row names a conversation that is not on disk yet, and the first turn writes
 * it from the transcript, as it does for a session whose file was lost.
 */
export function forkService(deps: {
  database: Database;
  sessions: SessionService;
  transcripts: TranscriptService;
  workspaces: WorkspaceService;
  timeline: TimelinePort;
  newId(): string;
}) {
  const { database, sessions, transcripts, workspaces, timeline } = deps;

  async function copyClone(source: SessionRow): Promise<string> {
    const { gitRoot, branch, subdirectory, clonePath } = source;
    if (clonePath === null || gitRoot === null) throw forkRefusal("no_clone");
    try {
      return await workspaces.copyClone(
        clonePath,
        workspaces.newClonePath({ gitRoot, branch, subdirectory }),
      );
    } catch (error) {
      if (error instanceof CloneError) throw forkRefusal("not_copied", { reason: error.message });
      if ((error as NodeJS.ErrnoException).code === "ENOENT") throw forkRefusal("no_clone");
      throw error;
    }
  }

  function write(source: SessionRow, of: { clonePath: string; index: number }): Session {
    const { clonePath, index } = of;
    const conversationId = deps.newId();
    const fork = sessions.addFork(source, { clonePath, conversationId, index });
    transcripts.copy({ id: source.id, runtime: source.agentRuntime }, { id: fork.id, count: index + 1 });
    timeline.note(fork.id, "info", `Forked from session ${source.id} at line ${index} of its transcript`);
    timeline.note(source.id, "info", `Session ${fork.id} was forked from it at line ${index}`);
    return sessions.view(sessions.find(String(fork.id)));
  }

  return {
    /** E20. The session comes to rest in needs_input; its next prompt goes on from that line. */
    async fork(reference: string, index: number): Promise<Session> {
      const source = sessions.find(reference);
      const lines = transcripts.lineCount(source.id);
      if (lines === 0) throw forkRefusal("no_transcript");
      if (index < 0 || index >= lines) throw forkRefusal("out_of_range", { index, last: lines - 1 });
      const clonePath = await copyClone(source);
      try {
        return database.transaction(() => write(sessions.find(String(source.id)), { clonePath, index }));
      } catch (error) {
        await workspaces.removeClone(clonePath);
        throw error;
      }
    },
  };
}
