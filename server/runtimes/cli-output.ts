import { type ChildProcess, execFile, spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { passingFault, unlessPassing } from "../lib/passing-fault.ts";
import { endAgentProcesses, identify } from "../lib/processes/index.ts";
import { startedProcess } from "../lib/started-process.ts";

interface Reply {
  text: string;
  failure: string | null;
}

interface Asking {
  environment: Readonly<Record<string, string | undefined>>;
  /** How long the CLI may take, and what is said of one that takes longer. */
  limit: { ms: number; sentence: string };
}

const mostBytes = 16 * 1024 * 1024;
const mostComplaint = 2_000;

/** What a CLI prints for one question. Rejects only with what the machine is short of for a while. */
export function cliOutput(
  command: string,
  args: readonly string[],
  { environment, limit }: Asking,
): Promise<Reply> {
  const reply = new Promise<Reply>((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { env: { ...environment }, windowsHide: true, maxBuffer: mostBytes },
      (error, stdout, stderr) => {
        clearTimeout(timer);
        if (passingFault(error) !== null) return reject(error as Error);
        const failure = error && (firstLine(stderr) || firstLine(error.message));
        resolve({ text: stdout || (error ? "" : stderr), failure });
      },
    );
    const timer = setTimeout(() => {
      resolve({ text: "", failure: limit.sentence });
      endWhole(child).catch(() => {}); // The result is known; a process that is left is harmless.
    }, limit.ms);
    child.stdin?.on("error", () => {});
    child.stdin?.end();
  });
  return reply.catch((error: unknown) => unlessPassing({ text: "", failure: String(error) })(error));
}

/**
 * The same for a long answer, run in a folder and written to a file there. A CLI that exits right after it wrote loses
 * what a busy service has not yet taken from a pipe, and half a list looks like a whole one.
 */
export async function longCliOutput(
  command: string,
  args: readonly string[],
  { environment, limit, folder }: Asking & { folder: string },
): Promise<Reply> {
  const path = join(folder, "cli-output");
  const file = await open(path, "wx");
  try {
    const child = await startedProcess(
      spawn(command, args, {
        env: { ...environment },
        cwd: folder,
        windowsHide: true,
        stdio: ["ignore", file.fd, "pipe"],
      }),
    );
    const failure = await failureOf(child, limit);
    return { text: failure === null ? await readFile(path, "utf8") : "", failure };
  } catch (error) {
    return { text: "", failure: firstLine(error instanceof Error ? error.message : String(error)) };
  } finally {
    await file.close();
  }
}

/** Why a process did not end well; empty if it did not say. */
function failureOf(child: ChildProcess, limit: Asking["limit"]): Promise<string | null> {
  return new Promise((resolve) => {
    let complaint = "";
    const end = (failure: string | null): void => {
      clearTimeout(timer);
      resolve(failure);
    };
    const timer = setTimeout(() => {
      end(limit.sentence);
      endWhole(child).catch(() => {}); // The result is known; a process that is left is harmless.
    }, limit.ms);
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      complaint = (complaint + part).slice(0, mostComplaint);
    });
    child.on("error", () => {}); // Only of a signal that could not be sent.
    child.on("close", (code) => end(code === 0 ? null : firstLine(complaint)));
  });
}

/** Also ends a launcher's child, and neither can hold the pipes open. */
async function endWhole(child: ChildProcess): Promise<void> {
  child.stdout?.destroy();
  child.stderr?.destroy();
  const root = child.pid === undefined ? null : await identify(child.pid);
  if (root) await endAgentProcesses({ markerPrefix: "", roots: [root] });
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
}
