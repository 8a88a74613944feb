import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../../lib/errors.ts";
import { startedProcess } from "../../lib/started-process.ts";
import { askRunningService } from "../../owner-requests.ts";
import { readVariable } from "../../settings/variables.ts";
import { checkSettings, readSettings } from "../../settings.ts";
import { print } from "../output.ts";
import { isInUse } from "../running-service.ts";
import { text } from "./text.ts";

const startLimitMs = 60_000;
const stopLimitMs = 60_000;
const lookEveryMs = 50;

/** Where a service in the background writes its log, unless the owner named another file. */
export const logFileOf = (environment: NodeJS.ProcessEnv, dataFolder: string): string =>
  readVariable(environment, "SERVICE_LOG_FILE") ?? join(dataFolder, "service.log");

/** What the running service says of itself; null if none runs on this data folder. */
export const runningOn = (dataFolder: string) => askRunningService(dataFolder, { kind: "command_access" });

/** Starts the service in the background and waits until it answers. One that runs already stays. */
export async function start(): Promise<number> {
  const { dataFolder } = await checkSettings(process.env);
  const running = await runningOn(dataFolder);
  if (running) {
    print(text.alreadyRunning(running));
    return 0;
  }
  const logFile = logFileOf(process.env, dataFolder);
  const output = join(dataFolder, "start.log");
  const child = await launch({ dataFolder, logFile, output });
  const started = await firstAnswer(dataFolder, child);
  child.unref();
  if (started === null) throw await notStarted(output, logFile);
  print(text.started({ ...started, logFile }));
  return 0;
}

/** In a session of its own, so that it stays when the terminal closes. */
async function launch({
  dataFolder,
  logFile,
  output,
}: {
  dataFolder: string;
  logFile: string;
  output: string;
}) {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const file = await open(output, "w", 0o600);
  try {
    const [script = ""] = process.argv.slice(1);
    return await startedProcess(
      spawn(process.execPath, [...process.execArgv, script, "serve"], {
        detached: true,
        stdio: ["ignore", file.fd, file.fd],
        env: { ...process.env, SERVICE_LOG_FILE: logFile },
      }),
    );
  } finally {
    await file.close();
  }
}

async function firstAnswer(dataFolder: string, child: ChildProcess) {
  for (const until = performance.now() + startLimitMs; performance.now() < until; ) {
    const answer = await runningOn(dataFolder);
    if (answer) return answer;
    if (child.exitCode !== null || child.signalCode !== null) return null;
    await pause(lookEveryMs);
  }
  return null;
}

async function notStarted(output: string, logFile: string): Promise<Refusal> {
  const said = (await readFile(output, "utf8")).trim().split("\n").slice(-10).join("\n");
  return new Refusal({ status: 503, label: "Not started", messages: [text.notStarted({ said, logFile })] });
}

/** Ends the service and waits until its data folder is free. Its sessions go on at the next start. */
export async function stop(): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const asked = await askRunningService(dataFolder, { kind: "stop" });
  if (asked === null) {
    print(text.notRunning(dataFolder));
    return 0;
  }
  for (const until = performance.now() + stopLimitMs; performance.now() < until; ) {
    if (!(await isInUse(dataFolder))) {
      print(text.stopped);
      return 0;
    }
    await pause(lookEveryMs);
  }
  throw new Refusal({ status: 503, label: "Still running", messages: [text.stillRunning(asked.pid)] });
}

/** Ends with 3 where no service runs, as the status of a system's services does. */
export async function status(args: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const running = await runningOn(dataFolder);
  const facts = { running: running !== null, data_folder: dataFolder, ...shownOf(running) };
  const logFile = logFileOf(process.env, dataFolder);
  if (args.includes("--json")) print(JSON.stringify(facts, null, 2));
  else print(running ? text.running({ ...running, dataFolder, logFile }) : text.notRunning(dataFolder));
  return running ? 0 : 3;
}

/** Without the key. */
function shownOf(running: Awaited<ReturnType<typeof runningOn>>) {
  return running && { url: running.url, pid: running.pid, version: running.version };
}
