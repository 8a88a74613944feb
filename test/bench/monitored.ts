import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { enterBoard } from "../support/board.ts";
import type { LoopDelays } from "./monitored-service.ts";

/** The service in a process that monitors its own event loop. */
export interface Monitored extends AsyncDisposable {
  url: string;
  /** The headers of requests of a browser that opened the board. */
  signIn(): Promise<Record<string, string>>;
  /** The event loop's delays since the last call. */
  delays(): Promise<LoopDelays>;
}

export async function startMonitored(environment: Record<string, string>): Promise<Monitored> {
  const child = fork(join(import.meta.dirname, "monitored-service.ts"), {
    env: environment,
    stdio: "inherit",
  });
  const up = new AbortController();
  child.once("exit", (code) => up.abort(new Error(`The service ended with exit code ${code}`)));
  const [{ url, launchLink }] = (await once(child, "message", { signal: up.signal })) as [
    { url: string; launchLink: string },
  ];
  return {
    url,
    signIn: async () => (await enterBoard(url, launchLink)).headers,
    delays: () => askDelays(child),
    async [Symbol.asyncDispose]() {
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}

async function askDelays(child: ChildProcess): Promise<LoopDelays> {
  const answer = once(child, "message");
  child.send("delays");
  const [delays] = (await answer) as [LoopDelays];
  return delays;
}
