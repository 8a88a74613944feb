import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { spawnTurn } from "../../../lib/spawn-turn.ts";
import { startedProcess } from "../../../lib/started-process.ts";

/**
 * Git as the service runs it on a repository of the owner: nothing that a configuration names is started, no hook, no
 * transport and no maintenance, and what arrives is checked.
 */
const settings = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  // Else it would be asked about each repository that objects are borrowed from.
  "core.alternateRefsCommand=true",
  "core.fsync=committed,loose-object",
  "gc.auto=0",
  "maintenance.auto=false",
  ...["ext", "fd", "file", "git", "http", "https", "ssh"].map((name) => `protocol.${name}.allow=never`),
  "protocol.allow=never",
  "receive.autogc=false",
  "receive.fsckObjects=true",
  "transfer.fsckObjects=true",
].flatMap((setting) => ["-c", setting]);

export interface PushGit {
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** An open file that git reads, from where it was read up to; absent for none. */
  input?: number;
  onOutput?(piece: Buffer): void;
}

export interface PushGitEnd {
  ok: boolean;
  /** The end of what git wrote to stderr. */
  said: string;
}

const limitMs = 600_000;
const mostSaid = 4_000;

/** Never rejects but for a bug: git that cannot be started ends with `ok: false`. */
export async function runGit({ args, environment, input, onOutput }: PushGit): Promise<PushGitEnd> {
  let said = "";
  try {
    await spawnTurn();
    const child: ChildProcess = await startedProcess(
      spawn("git", [...settings, ...args], {
        cwd: "/",
        env: {
          ...ownEnvironment(environment),
          GIT_TERMINAL_PROMPT: "0",
          GIT_NO_LAZY_FETCH: "1",
          LC_ALL: "C",
        },
        stdio: [input ?? "ignore", "pipe", "pipe"],
        timeout: limitMs,
      }),
    );
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-mostSaid);
    });
    child.stdout?.on("data", (piece: Buffer) => onOutput?.(piece));
    const [code] = (await once(child, "close")) as [number | null];
    return { ok: code === 0, said };
  } catch (error) {
    return { ok: false, said: error instanceof Error ? error.message : String(error) };
  }
}

/** The owner's configuration counts, for whom git trusts; variables that lead git elsewhere, or name a program, do not. */
function ownEnvironment(inherited: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(inherited).filter(
    ([name]) => !name.startsWith("GIT_") && !["LD_PRELOAD", "PAGER", "EDITOR", "VISUAL"].includes(name),
  );
  return Object.fromEntries(kept);
}
