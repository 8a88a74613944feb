import type { Database } from "../../../db/open.ts";
import { prepareWrite } from "../../../db/write-context.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import { CloneError, type WorkspaceService } from "../../workspace/workspaces/index.ts";
import type { TranscriptService } from "../transcripts/index.ts";
import { forkRefusal } from "./errors.ts";
import { finishForkJob, removeAbandonedCloneJob } from "./jobs.ts";

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

  /** `finishing`: the job that copies the rest of a long transcript if this service does not. */
  function write(
    source: SessionRow,
    of: { clonePath: string; index: number },
  ): { forkId: number; finishing: number | null } {
    const { clonePath, index } = of;
    const conversationId = deps.newId();
    const fork = sessions.addFork(source, { clonePath, conversationId, index });
    const from = { id: source.id, runtime: source.agentRuntime };
    const isWhole = transcripts.copy(from, { id: fork.id, count: index + 1 });
    sessionLog.note(fork.id, "info", `Forked from session ${source.id} at line ${index} of its transcript`);
    sessionLog.note(source.id, "info", `Session ${fork.id} was forked from this session at line ${index}`);
    const rest = { sourceId: source.id, forkId: fork.id };
    const runAt = clock.now() + abandonedAfterMs;
    return { forkId: fork.id, finishing: isWhole ? null : jobs.add(finishForkJob, rest, { runAt }) };
  }

  return {
    /** E20. The fork starts as needs_input; its next prompt continues from that line. */
    async fork(reference: string, index: number): Promise<Session> {
      const source = sessions.find(reference);
      deps.admit();
      checkLine(source, index);
      const clonePath = placeFor(workspaces, source);
      underWay.add(clonePath);
      // Recorded before copying, so that the next start removes the copy if the service dies before the session exists.
      const runAt = clock.now() + abandonedAfterMs;
      const job = prepareWrite(() => jobs.add(removeAbandonedCloneJob, { clonePath }, { runAt }));
      let written: ReturnType<typeof write>;
      try {
        await copyClone(workspaces, source, clonePath);
        written = database.transaction(() => {
          jobs.remove(job);
          return write(sessions.find(String(source.id)), { clonePath, index });
        });
      } catch (error) {
        await workspaces.removeClone(clonePath);
        prepareWrite(() => jobs.remove(job));
        throw error;
      } finally {
        underWay.delete(clonePath);
      }
      const { forkId, finishing } = written;
      if (finishing !== null) {
        await transcripts.copyRest(source.id, forkId);
        jobs.remove(finishing);
      }
      return sessions.view(sessions.find(String(forkId)));
    },

    async finish(sourceId: number, forkId: number): Promise<JobResult> {
      await transcripts.copyRest(sourceId, forkId);
      return undefined;
    },

    /** Removes a copy that has no session. Creating the session removes this job. */
    async removeAbandoned(clonePath: string): Promise<JobResult> {
      if (underWay.has(clonePath)) return { againAt: clock.now() + abandonedAfterMs };
      await workspaces.removeClone(clonePath);
      return undefined;
    },
  };
}

async function copyClone(
  workspaces: Pick<WorkspaceService, "copyClone">,
  { clonePath }: SessionRow,
  to: string,
): Promise<void> {
  if (clonePath === null) throw forkRefusal("no_clone");
  try {
    await workspaces.copyClone(clonePath, to);
  } catch (error) {
    if (error instanceof CloneError) throw forkRefusal("not_copied", { reason: error.message });
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw forkRefusal("no_clone");
    throw error;
  }
}

function placeFor(
  workspaces: Pick<WorkspaceService, "newClonePath">,
  { gitRoot, branch, subdirectory }: SessionRow,
): string {
  if (gitRoot === null) throw forkRefusal("no_clone");
  return workspaces.newClonePath({ gitRoot, branch, subdirectory });
}
