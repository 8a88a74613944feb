import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** A line is in the file no later than this after it was logged, an error at once; or when the process ends. */
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

/** What is kept of a log that the disk has no room for, until it has. */
const heldBytes = 1024 * 1024;
/** pino's number for it. */
const errorLevel = 50;

/**
 * Lines go to the file together: a write for each would take a third of the time of a small request. An error goes at
 * once, with what came before it, for nothing may follow it. The stream's own `flushSync` tries for ever on a full disk.
 */
function gathering(file: string) {
  const stream = pino.destination({ dest: file, mkdir: true, sync: true, maxLength: heldBytes });
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  function pass(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = "";
    try {
      if (text !== "") stream.write(text);
    } catch {
      // The stream keeps it for its next write. A service that works is not ended because it cannot say so.
    }
  }
  process.once("exit", pass);
  return {
    /** Has pino say the level of each line here. */
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string): void {
      lines += line;
      if (this.lastLevel >= errorLevel) pass();
      else timer ??= setTimeout(pass, gatherMs).unref();
    },
    /** Called by pino after a fatal line. */
    flushSync: pass,
  };
}
