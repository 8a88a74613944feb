import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Service, startService } from "../index.ts";
import { createLogger } from "../lib/logger.ts";
import { readVariable } from "../settings/variables.ts";
import { checkSettings } from "../settings.ts";
import { showLinkOf } from "./open.ts";
import { print } from "./output.ts";
import { settleSoon } from "./start-memory.ts";
import { text } from "./text.ts";

/** The folder of the built board, or undefined if it has not been built. */
export function builtBoard(): string | undefined {
  const folder = join(import.meta.dirname, "../../dist/renderer");
  return existsSync(join(folder, "index.html")) ? folder : undefined;
}

export async function startFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  options: { logFile?: string } = {},
): Promise<Service> {
  // Before the log, which takes settings of its own.
  await checkSettings(environment);
  const rendererFolder = builtBoard();
  const level = readVariable(environment, "SERVICE_LOG_LEVEL");
  const destination = options.logFile ?? readVariable(environment, "SERVICE_LOG_FILE");
  const log = createLogger({ ...(level && { level }), ...(destination && { destination }) });
  return startService({ environment, log, ...(rendererFolder === undefined ? {} : { rendererFolder }) });
}

/** With npm one Ctrl-C arrives twice: from the terminal, and again from npm itself. */
const samePressMs = 300;

/**
 * Resolves on SIGTERM, SIGINT or SIGHUP; a later second one of the first two exits at once. A hangup says that the terminal or
 * npm is gone (build/setup/launcher-watch.mjs), perhaps because of the signal that came before.
 */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (firstAt !== null && signal !== "SIGHUP" && now - firstAt > samePressMs) process.exit(130);
      firstAt ??= now;
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
    process.on("SIGHUP", onSignal);
  });
}

/** `--open` opens the board in the browser once the service runs. */
export async function serve(args: readonly string[]): Promise<number> {
  const stop = waitForStopSignal();
  const service = await startFromEnvironment(process.env);
  print(text.serve.running(service.url));
  print(text.serve.dataFolder(service.dataFolder));
  if (builtBoard() === undefined) print(text.serve.noBoard);
  // A log file or a journal must not contain a link that signs in.
  else if (process.stdout.isTTY) await showLinkOf(service, { mayOpen: args.includes("--open") });
  if (process.stdout.isTTY) service.onConfirmation((question) => print(text.confirm.asked(question)));
  settleSoon();
  await stop;
  await service.close();
  return 0;
}
