import { type Actor, actorName } from "../../../http/caller.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import { exists } from "../../../lib/exists.ts";
import { instant } from "../../../lib/instant.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import { CloneError } from "../../workspace/workspaces/index.ts";
import { turnRefusal } from "./errors.ts";
import { archiveCloneJob, drainAfterMs, drainQueueJob, removeFilesJob } from "./jobs.ts";
import type { TurnDeps } from "./ports.ts";
import { stopTurn, type TurnParts } from "./stop-turn.ts";
import { text } from "./text.ts";

/** The clone takes most of the space; it stays this long in case the session is restored. */
const archiveCloneAfterMs = 10 * 60_000;

/** When the session of a job went to the trash; undefined for one that was deleted. */
export type ArchivedAt = SessionRow["archivedAt"] | undefined;

export interface ArchiveOptions {
  force?: boolean | null | undefined;
  end_turn?: boolean | null | undefined;
}

/** An unarchived session drops its old problems; its sign-ins are reviewed again. */
const clearedProblems = {
  failureReason: null,
  failureDetail: null,
  oauthRequiredServers: [],
  retryAt: null,
};

/** Moves sessions to the trash and back, and deletes them. */
export function trash(deps: TurnDeps, parts: TurnParts, reviewSignIns: (row: SessionRow) => SessionRow) {
  const { sessions, database, sessionLog, workspaces } = deps;
  const { active } = parts;
  const reread = (id: number): SessionRow => sessions.find(String(id));

  /** Refuses to make a clone again while there is too little disk space; one that is still there takes none. */
  async function admitClone({ gitRoot, clonePath, conversationStarted }: SessionRow): Promise<void> {
    const makesClone = gitRoot !== null && clonePath !== null && conversationStarted;
    if (makesClone && !(await exists(clonePath))) deps.admit();
  }

  /** Makes a missing clone again at the same path. If that fails, the next turn makes it. */
  async function restoreClone(row: SessionRow): Promise<boolean> {
    const { gitRoot, branch, subdirectory, clonePath } = row;
    if (gitRoot === null || clonePath === null || !row.conversationStarted) return false;
    try {
      const place = {
        path: clonePath,
        sessionId: row.id,
        turnId: 0,
        trusted: deps.repositoryTrust.of(gitRoot).trusted,
        onLoss: (reason: string) => sessionLog.note(row.id, "warning", text.log.archivedWorkLost(reason)),
      };
      return await workspaces.ensureClone({ gitRoot, branch, subdirectory }, place);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      sessionLog.note(row.id, "warning", text.log.cloneNotRestored(reason));
      return false;
    }
  }

  return {
    archive(
      reference: string,
      options: ArchiveOptions,
      by: Actor,
    ): Promise<{ session: Session; message: string; trash_after: string }> {
      const session = sessions.find(reference);
      return active.exclusive(session.id, async () => {
        const { row, trashAfter } = database.transaction(() =>
          writeArchive(deps, parts, { row: reread(session.id), options, by }),
        );
        const reason = options.force === true ? "discard" : "archive";
        await stopTurn(deps, parts, { session: row, reason });
        const message = text.answers.archived;
        return { session: sessions.view(reread(row.id)), message, trash_after: instant(trashAfter) };
      });
    },

    unarchive(reference: string): Promise<{ session: Session; clone_restored: boolean; message: string }> {
      const session = sessions.find(reference);
      return active.exclusive(session.id, async () => {
        await admitClone(session);
        const row = database.transaction(() => {
          removePlanned(deps, session.id);
          const changes = { archivedAt: null, archivedFrom: null, trashAfter: null };
          const back = sessions.transition(reread(session.id), { kind: "unarchive" }, changes);
          sessionLog.note(back.id, "info", text.log.unarchived);
          if (deps.messages.pending(back.id).length > 0)
            deps.jobs.add(drainQueueJob, { sessionId: back.id }, { runAt: deps.clock.now() + drainAfterMs });
          return back.status === "failed" ? back : reviewSignIns(sessions.write(back, clearedProblems));
        });
        const restored = await restoreClone(row);
        const message = text.answers.unarchived(restored);
        return { session: sessions.view(reread(row.id)), clone_restored: restored, message };
      });
    },
    ...fileRemoval(deps, parts),
  };
}

/** Removes clones, session files and sessions. */
function fileRemoval(deps: TurnDeps, parts: TurnParts) {
  const { sessions, database, sessionLog, workspaces, jobs, clock } = deps;
  const { active } = parts;

  return {
    /** Under the session's lock, so that a restore finds all of the files or none. A job may come early after the clock was set. */
    removeFiles: (
      session: { id: number; clonePath: string | null },
      archivedAt: ArchivedAt,
    ): Promise<JobResult> =>
      active.exclusive(session.id, async () => {
        const row = sessions.byId(session.id);
        if (row !== undefined && row.archivedAt !== archivedAt) return undefined;
        if (row?.trashAfter != null && row.trashAfter > clock.now()) return { againAt: row.trashAfter };
        await workspaces.remove(session);
        return undefined;
      }),

    archiveClone: (sessionId: number, archivedAt: ArchivedAt): Promise<void> =>
      active.exclusive(sessionId, async () => {
        const row = sessions.byId(sessionId);
        if (row?.clonePath == null || row.archivedAt !== archivedAt) return;
        const { id, clonePath, branch } = row;
        try {
          if (!(await workspaces.archiveClone({ id, clonePath, branch }))) return;
          sessionLog.note(id, "info", text.log.cloneArchived);
        } catch (error) {
          if (!(error instanceof CloneError)) throw error;
          sessionLog.note(id, "warning", text.log.cloneKept(error.message));
        }
      }),

    remove(reference: string): Promise<void> {
      const session = sessions.find(reference);
      return active.exclusive(session.id, async () => {
        // A message that arrived as the turn ended may have started another.
        do await stopTurn(deps, parts, { session, reason: "delete" });
        while (parts.store.open(session.id));
        database.transaction(() => {
          const row = sessions.find(String(session.id));
          removePlanned(deps, row.id);
          jobs.add(removeFilesJob, { sessionId: row.id, clonePath: row.clonePath });
          sessions.remove(row);
        });
      });
    },
  };
}

/** Removes the jobs that an archive planned, which would wait for days and then find nothing to do. */
function removePlanned({ jobs }: TurnDeps, sessionId: number): void {
  jobs.removeAbout(removeFilesJob, "sessionId", sessionId);
  jobs.removeAbout(archiveCloneJob, "sessionId", sessionId);
  jobs.removeAbout(drainQueueJob, "sessionId", sessionId);
}

/** The status after unarchiving; a session with an open turn comes back needing input. */
function statusAfterUnarchive(
  { status }: SessionRow,
  inFlight: boolean,
): "waiting" | "needs_input" | "failed" {
  if (status === "failed") return "failed";
  return status === "waiting" && !inFlight ? "waiting" : "needs_input";
}

/** Refuses to discard queued messages, then to stop a turn, unless the options allow it (R71). */
function refuseLosses(
  { messages }: TurnDeps,
  { store }: TurnParts,
  of: { row: SessionRow; options: ArchiveOptions },
): void {
  const { row, options } = of;
  if (options.force === true || row.status === "archived") return;
  const turn = store.open(row.id);
  // A turn that has not started its agent, or that failed, still owes the messages it took.
  const owed = turn?.state === "running" ? [] : messages.underway(row.id);
  const queued = [...owed, ...messages.pending(row.id)];
  if (queued.length > 0) {
    const previews = queued.map(({ content }) => `"${content.slice(0, 160)}"`).join("; ");
    throw turnRefusal("queue_not_empty", { count: queued.length, previews });
  }
  if (turn && options.end_turn !== true) throw turnRefusal("turn_in_flight");
}

/** Refuses or archives: the state, the discarded messages, and the jobs that remove files later. One transaction. */
function writeArchive(
  deps: TurnDeps,
  parts: TurnParts,
  of: { row: SessionRow; options: ArchiveOptions; by: Actor },
): { row: SessionRow; trashAfter: number } {
  const { sessions, messages, clock, sessionLog, jobs } = deps;
  const { row, by } = of;
  refuseLosses(deps, parts, of);
  const now = clock.now();
  const trashAfter = now + deps.trashKeptMs();
  const inFlight = parts.store.open(row.id) !== undefined;
  const changes = { archivedAt: now, archivedFrom: statusAfterUnarchive(row, inFlight), trashAfter };
  const archived = sessions.transition(row, { kind: "archive", by: actorName(by) }, changes);
  const retired = messages.retire(row.id, { turnIsOver: !inFlight });
  const note = text.log.archived({ by: actorName(by), stopped: inFlight, discarded: retired.length });
  sessionLog.note(row.id, inFlight ? "warning" : "info", note);
  const payload = { sessionId: row.id, clonePath: row.clonePath, archivedAt: now };
  jobs.add(removeFilesJob, payload, { runAt: trashAfter });
  if (row.clonePath !== null) jobs.add(archiveCloneJob, payload, { runAt: now + archiveCloneAfterMs });
  return { row: archived, trashAfter };
}
