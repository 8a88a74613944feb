import { readSource, type SessionRow } from "../../sessions/sessions/index.ts";
import { turnRefusal } from "./errors.ts";
import type { RestartInput } from "./model.ts";
import type { TurnDeps } from "./ports.ts";
import { cloneFailed } from "./rules.ts";
import { text } from "./text.ts";

type Source = ReturnType<typeof readSource>;

/** Where the session is to be cloned from instead; null if that stays. Throws 422 once its agent has a clone to work in. */
export async function findNewSource(
  { workspaces }: Pick<TurnDeps, "workspaces">,
  session: SessionRow,
  from: RestartInput,
): Promise<Source | null> {
  const { gitRoot, branch, branchChosen, subdirectory, clonePath, failureReason } = session;
  const changed = Object.values(from).filter((value) => value !== null && value !== undefined);
  if (changed.length === 0) return null;
  // An empty one is the top of the repository.
  const folder = typeof from.subdirectory === "string" ? null : subdirectory;
  const source = readSource(from, { gitRoot, branch, branchChosen, subdirectory: folder });
  if (source.gitRoot === gitRoot && source.branch === branch && source.subdirectory === subdirectory) {
    return null;
  }
  // A clone without the folder that was asked for is no clone to work in.
  const isUsable = clonePath !== null && failureReason !== cloneFailed;
  if (session.conversationStarted || (isUsable && (await workspaces.hasClone(clonePath))))
    throw turnRefusal("repository_settled");
  return source;
}

/** What is left of the clone that failed, in which no agent worked. Before the transaction that changes the source. */
export async function removeFailedClone(
  { workspaces }: Pick<TurnDeps, "workspaces">,
  { clonePath }: SessionRow,
): Promise<void> {
  if (clonePath !== null) await workspaces.removeClone(clonePath);
}

/** Inside the transaction of the restart. */
export function changeSource(
  { sessions, sessionLog }: Pick<TurnDeps, "sessions" | "sessionLog">,
  session: SessionRow,
  source: Source,
): SessionRow {
  sessionLog.note(session.id, "info", text.log.repositoryChanged(source.gitRoot, source.branch));
  const row = sessions.write(session, { ...source, clonePath: null, repositorySettings: [] });
  return sessions.describe(row, { clone_path: null });
}
