import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { endAgentProcesses } from "../../../server/lib/processes/index.ts";

const root = join(import.meta.dirname, "../../..");

export interface ServiceProcess {
  pid: number;
  /** Its address, once startup has recovered the previous run. Rejects if the process ends first. */
  ready: Promise<string>;
  /** The exit code; null if a signal ended it. */
  exited: Promise<number | null>;
  /** Its stderr. */
  complaints(): string;
  kill(signal: "SIGKILL" | "SIGTERM"): void;
}

/** `signalbox serve` in its own process, which can be killed, or in a group of its own, which is killed as a whole. */
export function startServiceProcess(
  environment: Readonly<Record<string, string>>,
  /** What takes the command. */
  program: readonly string[] = ["server/cli.ts"],
  { ownGroup = false }: { ownGroup?: boolean } = {},
): ServiceProcess {
  const child = spawn(process.execPath, [...program, "serve"], {
    cwd: root,
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: ownGroup,
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
    kill(signal) {
      if (ownGroup && child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, signal);
      else child.kill(signal);
    },
  };
}

/** The id that the service of this data folder marks its agents with; null if no start has written it, or a test spoiled it. */
export function installationIn(dataFolder: string): string | null {
  try {
    const { id } = JSON.parse(readFileSync(join(dataFolder, "installation.json"), "utf8"));
    return typeof id === "string" && id !== "" ? id : null;
  } catch {
    return null;
  }
}

/** Ends the agents that a killed service left; otherwise its next start does. */
export async function endAgentsOf(installation: string | null): Promise<void> {
  if (installation !== null) await endAgentProcesses({ markerPrefix: installation });
}
