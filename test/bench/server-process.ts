import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";

const root = dirname(dirname(import.meta.dirname));
const startLimitMs = 60_000;

export interface ServerProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** From the spawn to the first 200 of /up. */
  readyMs: number;
}

/**
 * Starts `node ARGS` with a free loopback port in SERVICE_PORT and waits for the first 200 of /up. Disposal stops the process
 * and resolves when it has ended.
 */
export async function startServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment, SERVICE_PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const complaints = collect(child);
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilUp(`${url}/up`, child);
  } catch (cause) {
    await end(child);
    throw new Error(`node ${args.join(" ")} did not come up: ${complaints()}`, { cause });
  }
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    [Symbol.asyncDispose]: () => end(child),
  };
}

/** The service itself, as a person starts it. */
export const startServiceProcess = (
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<ServerProcess> =>
  startServer([...nodeArguments, join("dist", "service", "cli.js"), "serve"], environment);

/** Express that answers /up, in a process that has also loaded better-sqlite3: the minimum for a service like ours. */
const bareProgram = `
import Sqlite from "better-sqlite3";
import express from "express";
new Sqlite(":memory:").exec("SELECT 1");
express().get("/up", (_request, response) => response.json({ status: "ok" })).listen(process.env.SERVICE_PORT, "127.0.0.1");
`;

export const startBareProcess = (): Promise<ServerProcess> =>
  startServer(["--input-type=module", "--eval", bareProgram], { PATH: process.env["PATH"] ?? "" });

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    text = (text + piece).slice(-2_000);
  });
  return () => text;
}

async function untilUp(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`It ended with exit code ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error("It took longer than a minute");
    await pause(2);
  }
}

/** Whether `url` is answered with 200 within a second; a program may accept a connection before it can answer. */
export const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.once("timeout", () => asked.destroy()).once("close", () => resolve(false));
    asked.on("error", () => undefined);
  });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await exit;
  clearTimeout(timer);
}
