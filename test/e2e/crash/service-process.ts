import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const root = join(import.meta.dirname, "../../..");

export interface ServiceProcess {
  pid: number;
  /** Where it listens; settled once what the last start left is put right. Rejects when it ends before. */
  ready: Promise<string>;
  /** The exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  /** What it wrote to stderr. */
  complaints(): string;
  kill(signal: "SIGKILL" | "SIGTERM"): void;
}

/** `signalbox serve` as a process of its own, which can be killed. */
export function startServiceProcess(environment: Readonly<Record<string, string>>): ServiceProcess {
  const child = spawn(process.execPath, ["server/cli.ts", "serve"], {
    cwd: root,
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const url = /^Signalbox is running at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) resolve(url);
  });
  void exited.then((code) => reject(new Error(`The service ended before it was ready (${code}): ${said}`)));
  ready.catch(() => {});
  return {
    pid: child.pid ?? 0,
    ready,
    exited,
    complaints: () => said,
    kill: (signal) => void child.kill(signal),
  };
}
