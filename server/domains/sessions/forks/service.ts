import type { Database } from "../../../db/open.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { CloneError, type WorkspaceService } from "../../repositories/workspaces/index.ts";
import type { TranscriptService } from "../../transcripts/transcripts/index.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../sessions/index.ts";
import type { Session } from "../sessions/model.ts";
import { forkRefusal } from "./errors.ts";
import { removeAbandonedCloneJob } from "./jobs.ts";

const abandonedAfterMs = 60_000;

export type ForkService = ReturnType<typeof forkService>;

/**
 * A fork copies no CLI file: its row names a conversation that is not on disk yet, and the first turn writes it from the
 * transcript, like for a session whose file was lost.
 */
export function forkService(deps: {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add" | "remove">;
  sessions: SessionService;
  transcripts: TranscriptService;
  workspaces: WorkspaceService;
  sessionLog: SessionLogPort;
  newId(): string;
  /** Throws while there is too little disk space for new work. */
  admit(): void;
}) {
  const { database, clock, jobs, sessions, transcripts, workspaces, sessionLog } = deps;
  const underWay = new Set<string>();

  function placeFor({ gitRoot, branch, subdirectory }: SessionRow): string {
    if (gitRoot === null) throw forkRefusal("no_clone");
    return workspaces.newClonePath({ gitRoot, branch, subdirectory });
  }

  /** The lines before the first prompt are the CLI's own, so a fork cannot continue from them. */
  function checkLine({ id, agentRuntime }: SessionRow, index: number): void {
    const lines = transcripts.lineCount(id);
    if (lines === 0) throw forkRefusal("no_transcript");
    if (index < 0 || index >= lines) throw forkRefusal("out_of_range", { index, last: lines - 1 });
    const opening = { before: 1, limit: 1, contentLimit: 1 };
    const [message] = transcripts.conversation({ id, runtime: agentRuntime }, opening).messages;
    if (!message) throw forkRefusal("nothing_said");
    const { transcript_index: first } = message;
    if (index < first) throw forkRefusal("before_conversation", { index, first });
  }

  async function copyClone({ clonePath }: SessionRow, to: string): Promise<void> {
    if (clonePath === null) throw forkRefusal("no_clone");
    try {
      await workspaces.copyClone(clonePath, to);
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
    sessionLog.note(fork.id, "info", `Forked from session ${source.id} at line ${index} of its transcript`);
    sessionLog.note(source.id, "info", `Session ${fork.id} was forked from this session at line ${index}`);
    return sessions.view(sessions.find(String(fork.id)));
  }

  return {
    /** E20. The fork starts as needs_input; its next prompt continues from that line. */
    async fork(reference: string, index: number): Promise<Session> {
      const source = sessions.find(reference);
      deps.admit();
      checkLine(source, index);
      const clonePath = placeFor(source);
      underWay.add(clonePath);
      // Recorded before copying, so that the next start removes the copy if the service dies before the session exists.
      const runAt = clock.now() + abandonedAfterMs;
      const job = jobs.add(removeAbandonedCloneJob, { clonePath }, { runAt });
      try {
        await copyClone(source, clonePath);
        return database.transaction(() => {
          jobs.remove(job);
          return write(sessions.find(String(source.id)), { clonePath, index });
        });
      } catch (error) {
        await workspaces.removeClone(clonePath);
        jobs.remove(job);
        throw error;
      } finally {
        underWay.delete(clonePath);
      }
    },

    /** Removes a copy that has no session. Creating the session removes this job. */
    async removeAbandoned(clonePath: string): Promise<JobResult> {
      if (underWay.has(clonePath)) return { againAt: clock.now() + abandonedAfterMs };
      await workspaces.removeClone(clonePath);
      return undefined;
    },
  };
}
