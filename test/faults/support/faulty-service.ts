import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, startScriptedModel } from "../../../server/scripted-model/index.ts";
import {
  endAgentsOf,
  installationIn,
  type ServiceProcess,
  startServiceProcess,
} from "../../e2e/crash/service-process.ts";
import { freePort } from "../../support/free-port.ts";
import { makeGitRepository } from "../../support/repository.ts";
import {
  caller,
  type Session,
  type TestService,
  testEnvironment,
  waitForSession,
} from "../../support/service.ts";

/** A service in a process of its own, on a data folder that the test can damage. */
export interface FaultyService extends AsyncDisposable {
  url: string;
  key: string;
  model: ScriptedModel;
  /** Holds `data`, and whatever else the test puts there. */
  folder: string;
  dataFolder: string;
  logFile: string;
  call: TestService["call"];
  waitFor(id: number, until: (session: Session) => boolean, timeoutMs?: number): Promise<Session>;
  /** A git repository with one commit on `main`, outside of the data folder. */
  repository(): Promise<string>;
  /** The newest process. */
  process(): ServiceProcess;
  /** Starts a process on the same data folder, at the same address; resolves when it is ready. */
  start(extra?: Record<string, string>): Promise<void>;
  /** Runs a command of the CLI on the data folder, to its end. */
  run(args: readonly string[]): { status: number | null; stdout: string; stderr: string };
  /** Ends the process and waits for it; returns its exit code, null after SIGKILL. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

export interface FaultyServiceOptions {
  /** Where the test keeps its files; removed by whoever made it. */
  folder: string;
  /** Instead of `data` in `folder`, such as a file system of its own. */
  dataFolder?: string;
  environment?: Record<string, string>;
  /** By the launcher, as a person starts it, whose place it takes. */
  byLauncher?: boolean;
  /** Signals reach every process that the service did not put into another group. */
  ownGroup?: boolean;
}

const launcher = ["build/run.mjs", "cli"];

const key = "fault-test-key-0123456789";

/** Starts the service as `signalbox serve` does. */
export async function startFaultyService(options: FaultyServiceOptions): Promise<FaultyService> {
  const service = await prepareFaultyService(options);
  try {
    await service.start();
    return service;
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
}

/** The same, before its first start. */
async function prepareFaultyService(options: FaultyServiceOptions): Promise<FaultyService> {
  const { folder } = options;
  const dataFolder = options.dataFolder ?? join(folder, "data");
  const logFile = join(folder, "service.log");
  const model = await startScriptedModel();
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(join(folder, "home"), { recursive: true });
  const extra = {
    SERVICE_DATA_DIR: dataFolder,
    SERVICE_PORT: port,
    SERVICE_LOG_FILE: logFile,
    ...options.environment,
  };
  const environment = testEnvironment({ folder, modelUrl: model.url, key, extra });
  let newest: ServiceProcess | null = null;
  let installation: string | null = null;

  const process = (): ServiceProcess => {
    if (newest === null) throw new Error("The service was not started");
    return newest;
  };
  async function stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<number | null> {
    newest?.kill(signal);
    return (await newest?.exited) ?? null;
  }
  return {
    url,
    key,
    model,
    folder,
    dataFolder,
    logFile,
    call: caller(url, key),
    waitFor: (id, until, timeoutMs) => waitForSession({ url, key, id }, until, timeoutMs),
    repository: () => makeGitRepository(join(folder, "repository")),
    process,
    async start(more = {}) {
      newest = startServiceProcess({ ...environment, ...more }, options.byLauncher ? launcher : undefined, {
        ownGroup: options.ownGroup ?? false,
      });
      await newest.ready;
      installation = installationIn(dataFolder) ?? installation;
    },
    run: (args) => runCommand(args, environment),
    stop,
    async [Symbol.asyncDispose]() {
      await stop("SIGKILL");
      await endAgentsOf(installation);
      await model.close();
    },
  };
}

const root = join(import.meta.dirname, "../../..");

const runCommand = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, ["server/cli.ts", ...args], { cwd: root, env: { ...env }, encoding: "utf8" });
