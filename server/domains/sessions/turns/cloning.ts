import type { StepAside } from "../../../jobs/lane-threads.ts";
import { CloneError } from "../../repositories/workspaces/index.ts";
import type { SessionRow } from "../sessions/index.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnRow } from "./store.ts";
import { text } from "./text.ts";

interface Use {
  signal: AbortSignal;
  aside: StepAside;
}

/** The turn's session with its clone, which is made if there is none. Throws a CloneError. */
export async function withClone(deps: TurnDeps, turn: TurnRow, use: Use): Promise<SessionRow> {
  return noteRepositorySettings(deps, await ensureClone(deps, turn, use));
}

async function ensureClone(deps: TurnDeps, turn: TurnRow, { signal, aside }: Use): Promise<SessionRow> {
  const { sessions, workspaces, sessionLog } = deps;
  const session = sessions.find(String(turn.sessionId));
  const { id, gitRoot, branch, subdirectory } = session;
  if (gitRoot === null) throw new CloneError(text.noRepository, { transient: false });
  const source = { gitRoot, branch, subdirectory };
  const path = session.clonePath ?? workspaces.newClonePath(source);
  if (session.clonePath === null) {
    deps.database.transaction(() =>
      sessions.describe(sessions.write(session, { clonePath: path }), { clone_path: path }),
    );
  }
  const onLoss = (reason: string) => sessionLog.note(id, "warning", text.log.archivedWorkLost(reason));
  const place = { path, sessionId: id, turnId: turn.id, signal, onLoss };
  // A slow remote must not keep other sessions from a thread.
  const cloned =
    !(await workspaces.hasClone(path)) &&
    (await aside("clones", () => workspaces.ensureClone(source, place), signal));
  if (cloned) sessionLog.note(id, "info", text.log.cloned(gitRoot, branch));
  return sessions.find(String(id));
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
