import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../../../lib/logger.ts";
import {
  findBubblewrap,
  findGitPrograms,
  type GitPrograms,
  type GitView,
  gitSandboxArguments,
  notInstalled,
  type SandboxProblem,
  unsupported,
  whyNoSandbox,
} from "../../../lib/sandbox/index.ts";
import { CloneError } from "./errors.ts";
import { git } from "./git.ts";
import { text } from "./text.ts";

/**
 * Where git reads what an agent can write: a sandbox that shows that alone. Whatever the agent links to, or swaps while git
 * reads, leads nowhere in there.
 */
export interface GitSandbox {
  /** What starts git in one, with git's own path at the end; null where none can start, of which the log says why. */
  around(view: GitView): Promise<readonly string[] | null>;
  /** Why none can start here; null if one can. */
  problem(): Promise<SandboxProblem | null>;
}

interface Machine {
  environment: Readonly<Record<string, string | undefined>>;
  dataFolder: string;
  platform?: NodeJS.Platform;
}

type Found = { bubblewrap: string; programs: GitPrograms } | SandboxProblem;

/** Where none could start, it is tried again after that long. */
const triedAgainMs = 60_000;

/** Once one has started, one that does not start fails what wants to read: nothing is read without one from then on. */
export function gitSandbox(deps: Machine & { log: Pick<Logger, "warn"> }): GitSandbox {
  let answer: Promise<Found> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let said = "";

  async function tryNow(): Promise<Found> {
    const found = await findGitSandbox(deps);
    if (!("reason" in found)) return found;
    triedAt = performance.now();
    if (said !== found.reason) deps.log.warn({ ...found }, text.gitUnsandboxed);
    said = found.reason;
    return found;
  }

  async function current(): Promise<Found> {
    const found = await (answer ??= tryNow());
    if (!("reason" in found) || performance.now() - triedAt < triedAgainMs) return found;
    answer = tryNow();
    return answer;
  }

  return {
    async around(view) {
      const found = await current();
      if ("reason" in found) return null;
      return [found.bubblewrap, ...gitSandboxArguments(found.programs, view)];
    },
    async problem() {
      const found = await current();
      return "reason" in found ? found : null;
    },
  };
}

/** Tries one; why none can start if it has a reason. */
export async function findGitSandbox(of: Machine): Promise<Found> {
  const platform = of.platform ?? process.platform;
  if (platform !== "linux") return unsupported(platform);
  const [bubblewrap, programs] = await Promise.all([findBubblewrap(of.environment), findGitPrograms(of)]);
  if (bubblewrap === null) return notInstalled;
  if (programs === null) return { reason: text.gitMissing, cure: null };
  if ("reason" in programs) return programs;
  const failure = await tryOnce(of.dataFolder, { bubblewrap, programs });
  return failure ?? { bubblewrap, programs };
}

/** Makes a repository in one: what git needs to start, and to write where it may. */
async function tryOnce(
  dataFolder: string,
  { bubblewrap, programs }: { bubblewrap: string; programs: GitPrograms },
): Promise<SandboxProblem | null> {
  const folders = join(dataFolder, "git");
  await mkdir(folders, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(folders, "try-"));
  const within = [
    bubblewrap,
    ...gitSandboxArguments(programs, { readable: [], writable: [folder], cwd: folder }),
  ];
  try {
    await git(["init", "--quiet", "--bare", join(folder, "tried")], {
      environment: { PATH: "/usr/bin", GIT_CONFIG_NOSYSTEM: "1" },
      within,
      timeoutMs: 10_000,
    });
    return null;
  } catch (error) {
    if (!(error instanceof CloneError)) throw error;
    if (typeof error.cause === "string") return whyNoSandbox(error.cause);
    return { reason: text.gitSandboxFails(error.message), cure: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
