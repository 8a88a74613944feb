import type { StepAside } from "../../../jobs/lane-threads.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { CloneError, type CloneProgress } from "../../workspace/workspaces/index.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnRow } from "./store.ts";
import { text } from "./text.ts";

interface Use {
  signal: AbortSignal;
  aside: StepAside;
}

/** The turn's session with its clone, which is made if there is none and shares no file with another repository. Throws a CloneError. */
export async function withClone(deps: TurnDeps, turn: TurnRow, use: Use): Promise<SessionRow> {
  return noteRepositorySettings(deps, await ensureClone(deps, turn, use));
}

async function ensureClone(deps: TurnDeps, turn: TurnRow, { signal, aside }: Use): Promise<SessionRow> {
  const { sessions, workspaces, sessionLog } = deps;
  const session = await withSource(deps, sessions.find(String(turn.sessionId)), { signal, aside });
  const { id, gitRoot, branch, subdirectory } = session;
  const source = { gitRoot, branch, subdirectory };
  const path = session.clonePath ?? workspaces.newClonePath(source);
  if (session.clonePath === null) {
    deps.database.transaction(() =>
      sessions.describe(sessions.write(sessions.find(String(id)), { clonePath: path }), { clone_path: path }),
    );
  }
  const onLoss = (reason: string) => sessionLog.note(id, "warning", text.log.archivedWorkLost(reason));
  const onNote = (note: string) => sessionLog.note(id, "warning", note);
  const { trusted } = deps.repositoryTrust.of(gitRoot);
  const place = { path, sessionId: id, turnId: turn.id, signal, onLoss, onNote, trusted };
  // A slow remote must not keep other sessions from a thread.
  const { onProgress, end } = cloningSigns(deps, id);
  const clone = () => workspaces.ensureClone(source, { ...place, onProgress });
  const isReady = await workspaces.isCloneReady({ path, sessionId: id });
  const cloned = !isReady && (await aside("clones", clone, signal).finally(end));
  if (cloned)
    deps.database.transaction(() => {
      sessionLog.note(id, "info", text.log.cloned(gitRoot, branch));
      sessions.cloned(id);
    });
  return sessions.find(String(id));
}

/** The session, once what its request left open is settled. Throws a CloneError. */
async function withSource(
  { sessions, workspaces, sessionLog, database }: TurnDeps,
  session: SessionRow,
  { signal, aside }: Use,
): Promise<SessionRow & { gitRoot: string }> {
  const { gitRoot } = session;
  if (gitRoot === null) throw new CloneError(text.noRepository, { transient: false });
  if (session.clonePath !== null) return { ...session, gitRoot };
  const { branch, branchChosen, subdirectory } = session;
  const settle = () => workspaces.settle({ gitRoot, branch, branchChosen, subdirectory });
  const { source, notes } = await (branchChosen ? settle() : aside("clones", settle, signal));
  if (branchChosen && notes.length === 0) return { ...sessions.find(String(session.id)), gitRoot };
  const row = database.transaction(() => {
    for (const note of notes) sessionLog.note(session.id, "warning", note);
    return sessions.write(sessions.find(String(session.id)), source);
  });
  return { ...row, gitRoot: source.gitRoot };
}

const leastShownMs = 1_000;

/** Shows the progress of a clone, each step and otherwise once in a second. */
function cloningSigns({ signs, clock }: TurnDeps, sessionId: number) {
  const since = clock.now();
  let last: CloneProgress | null = null;
  let shownAt = 0;
  return {
    onProgress(progress: CloneProgress): void {
      const isNew = last?.step !== progress.step || progress.percent === 100;
      if (!isNew && performance.now() - shownAt < leastShownMs) return;
      last = progress;
      shownAt = performance.now();
      signs.show(sessionId, { cloning: { ...progress, since } });
    },
    end: (): void => signs.show(sessionId, { cloning: null }),
  };
}

/** Stores which settings of its own the clone brings for the session's agent, so that people see what is left out. */
async function noteRepositorySettings(deps: TurnDeps, session: SessionRow): Promise<SessionRow> {
  const paths = deps.runtimes.find(({ id }) => id === session.agentRuntime)?.repositorySettings;
  const { clonePath: folder, subdirectory } = session;
  if (paths === undefined || folder === null) return session;
  const found = await deps.repositoryTrust.settingsIn({ folder, subdirectory }, paths);
  const current = deps.sessions.find(String(session.id));
  if (found.join("\n") === current.repositorySettings.join("\n")) return current;
  return deps.database.transaction(() => deps.sessions.write(current, { repositorySettings: found }));
}
