import { setTimeout as pause } from "node:timers/promises";
import { cachedBranches } from "./branch-memory.ts";
import { remoteBranches, remotesOf } from "./cloning.ts";
import { CloneError } from "./errors.ts";
import { programEnvironment } from "./rules.ts";
import type { WorkspaceService } from "./service.ts";
import { type SettledSource, settlePlace, settleSource, type WantedSource } from "./source-settling.ts";

interface Deps {
  environment: Readonly<Record<string, string | undefined>>;
  /** Why no clone of a repository on this machine may be made or read; null if it may. */
  rootProblem?(gitRoot: string): Promise<string | null>;
}

/** How long the answer to a new session waits for what its repository's server says. */
const soonMs = 3_000;

/** What the person's own git knows of where repositories lie. */
export function remoteQuestions(
  deps: Deps,
): Pick<WorkspaceService, "branches" | "remotes" | "settle" | "settleSoon"> {
  const run = { environment: programEnvironment(deps.environment, {}), timeoutMs: 20_000 };
  const branches = cachedBranches(async (gitRoot) => {
    await checkRoot(deps, gitRoot);
    return remoteBranches(gitRoot, run);
  });
  const settle = (wanted: WantedSource): Promise<SettledSource> => settleSource(wanted, branches);
  return {
    branches,
    settle,
    settleSoon: async (wanted) => {
      const settled = settle(wanted).catch(() => null);
      return (await Promise.race([settled, pause(soonMs, null, { ref: false })])) ?? settlePlace(wanted);
    },
    remotes: (gitRoot) => remotesOf(gitRoot, run),
  };
}

/** Before git reads a repository on this machine. Throws a CloneError. */
export async function checkRoot({ rootProblem }: Pick<Deps, "rootProblem">, gitRoot: string): Promise<void> {
  const problem = await rootProblem?.(gitRoot);
  if (problem) throw new CloneError(problem, { transient: false });
}
