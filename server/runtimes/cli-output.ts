import { type ChildProcess, execFile } from "node:child_process";
import { passingFault, unlessPassing } from "../lib/passing-fault.ts";
import { endAgentProcesses, identify } from "../lib/processes/index.ts";

interface Reply {
  text: string;
  failure: string | null;
}

interface Asking {
  environment: Readonly<Record<string, string | undefined>>;
  /** Where it runs; where the service does by default. */
  folder?: string;
  /** How long the CLI may take, and what is said of one that takes longer. */
  limit: { ms: number; sentence: string };
}

const mostBytes = 16 * 1024 * 1024;

/** What a CLI prints for one question. Rejects only with what the machine is short of for a while. */
export function cliOutput(
  command: string,
  args: readonly string[],
  { environment, folder, limit }: Asking,
): Promise<Reply> {
  const reply = new Promise<Reply>((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { env: { ...environment }, cwd: folder, windowsHide: true, maxBuffer: mostBytes },
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
