import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Service, startService } from "../index.ts";
import { createLogger } from "../lib/logger.ts";
import { print } from "./output.ts";
import { collectStartupGarbage } from "./startup-gc.ts";

/** Where the set-up builds the board; undefined when it has not. */
export function builtBoard(): string | undefined {
  const folder = join(import.meta.dirname, "../../dist/renderer");
  return existsSync(join(folder, "index.html")) ? folder : undefined;
}

export function startFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  options: { logFile?: string } = {},
): Promise<Service> {
  const rendererFolder = builtBoard();
  const level = environment["SERVICE_LOG_LEVEL"];
  const destination = options.logFile ?? environment["SERVICE_LOG_FILE"];
  const log = createLogger({ ...(level && { level }), ...(destination && { destination }) });
  return startService({ environment, log, ...(rendererFolder === undefined ? {} : { rendererFolder }) });
}

/** Resolves once SIGTERM or SIGINT has come; a second one ends the process at once. */
export function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = () => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on("SIGTERM", ask);
    process.on("SIGINT", ask);
  });
}

export async function serve(): Promise<number> {
  const stop = untilAsked();
  const service = await startFromEnvironment(process.env);
  print(`Signalbox runs at ${service.url}`);
  print(`Its data is in ${service.dataFolder}`);
  if (builtBoard() === undefined) print("The board is not built here; only the API is served.");
  collectStartupGarbage();
  await stop;
  await service.close();
  return 0;
}
