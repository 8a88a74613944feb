import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pushVariables } from "../../server/domains/workspace/workspaces/push-variables.ts";
import type { BoardService } from "./board.ts";
import { gitIn } from "./repository.ts";
import { selfToken } from "./self-client.ts";
import { clonedSession } from "./sessions.ts";

/** What a command printed, and whether it succeeded. */
export interface Told {
  ok: boolean;
  said: string;
}

/** A session's clone, in which git runs as in its agent's shell. */
export interface PushingClone {
  id: number;
  clone: string;
  gitRoot: string;
  git(...args: string[]): Promise<string>;
  /** Commits a file of this name on a branch of this name. */
  commit(branch: string, name?: string): Promise<string>;
  push(...args: string[]): Promise<Told>;
  /** Where a ref of the owner's repository leads; "" if it has none. */
  at(ref: string): Promise<string>;
}

/** Trusts the repository unless told otherwise. */
export async function pushingClone(
  service: BoardService,
  { gitRoot, trusted = true, branch = "main" }: { gitRoot: string; trusted?: boolean; branch?: string },
): Promise<PushingClone> {
  if (trusted) await service.board.call("POST", "/repositories/trust", { git_root: gitRoot });
  const { id, metadata } = await clonedSession(service, { git_root: gitRoot, branch });
  const clone = String(metadata["clone_path"]);
  const address = { url: `${service.url}/git/${id}`, authorization: `Bearer ${selfToken(service, id)}` };
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: service.folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
    ...pushVariables({}, { gitRoot, address }),
  };
  const person = ["-c", "user.name=Agent", "-c", "user.email=agent@signalbox.invalid"];
  const run = (args: readonly string[]) =>
    promisify(execFile)("git", [...person, ...args], { cwd: clone, env, maxBuffer: 64_000_000 });
  const git = async (...args: string[]): Promise<string> => (await run(args)).stdout.trim();
  return {
    id,
    clone,
    gitRoot,
    git,
    async commit(name, file = "work.txt") {
      await git("checkout", "--quiet", "-B", name);
      await promisify(execFile)("sh", ["-c", `date +%N >> ${file}`], { cwd: clone });
      await git("add", "--all");
      await git("commit", "--quiet", "--message", `Work on ${name}`);
      return git("rev-parse", "HEAD");
    },
    push: (...args) =>
      run(["push", ...args]).then(
        ({ stdout, stderr }) => ({ ok: true, said: stdout + stderr }),
        (error: { stdout: string; stderr: string }) => ({ ok: false, said: error.stdout + error.stderr }),
      ),
    at: (ref) =>
      gitIn(gitRoot.replace(/^file:\/\//, ""), "rev-parse", "--verify", "--quiet", ref).then(
        (text) => text.trim(),
        () => "",
      ),
  };
}
