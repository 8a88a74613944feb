import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/** A line is in the file no later than this after it was logged, or when the process ends. */
const gatherMs = 20;

/** JSON lines to `destination` (a file path) or stderr. Credentials in request headers never reach it. */
export function createLogger(options: { level?: string; destination?: string } = {}): Logger {
  const { level = "info", destination } = options;
  return pino(
    {
      level,
      base: null,
      redact: { paths: ["*.authorization", "*.cookie", '*["x-api-key"]'], censor: "[REDACTED]" },
    },
    destination === undefined ? pino.destination({ dest: 2, sync: true }) : gathering(destination),
  );
}

/** Lines go to the file together: a write for each would take a third of the time of a small request. */
function gathering(file: string): DestinationStream & { flushSync(): void } {
  const stream = pino.destination({ dest: file, mkdir: true, sync: false });
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  function pass(): void {
    timer = undefined;
    if (lines !== "") stream.write(lines);
    lines = "";
  }
  function flushSync(): void {
    if (lines === "") return;
    pass();
    stream.flushSync();
  }
  process.once("exit", flushSync);
  return {
    write(line) {
      lines += line;
      timer ??= setTimeout(pass, gatherMs).unref();
    },
    /** Called by pino after a fatal line. */
    flushSync,
  };
}
