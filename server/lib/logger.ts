import { existsSync, lstatSync, renameSync, statSync } from "node:fs";
import { type Logger, pino } from "pino";

export type { Logger } from "pino";

const tailCharacters = 256 * 1024;
const tails = new WeakMap<Logger, readonly string[]>();

/** The newest lines of a logger that was created here, oldest first; none of any other logger. */
export const recentLines = (log: Logger): readonly string[] => [...(tails.get(log) ?? [])];

/** The longest time before a line is written to the file. Errors are written at once, and all lines when the process ends. */
const gatherMs = 20;

/** JSON lines to `destination` (a file path, with older files beside it) or stderr. Credentials in request headers never reach it. */
export function createLogger(
  options: { level?: string; destination?: string; fileBytes?: number } = {},
): Logger {
  const { level = "info", destination, fileBytes = 20 * 1024 ** 2 } = options;
  const tail: string[] = [];
  const log = pino(
    {
      level,
      base: null,
      redact: { paths: ["*.authorization", "*.cookie", '*["x-api-key"]'], censor: "[REDACTED]" },
    },
    withTail(
      tail,
      destination === undefined
        ? pino.destination({ dest: 2, sync: true })
        : gathering(destination, fileBytes),
    ),
  );
  tails.set(log, tail);
  return log;
}

/** Keeps the newest lines in `tail` as they are written. The rest of the stream stays as it is. */
function withTail<Stream extends { write(line: string): unknown }>(tail: string[], stream: Stream): Stream {
  const write = stream.write.bind(stream);
  let characters = 0;
  stream.write = (line: string) => {
    tail.push(line);
    characters += line.length;
    while (characters > tailCharacters && tail.length > 1) characters -= tail.shift()?.length ?? 0;
    return write(line);
  };
  return stream;
}

/** How many older files are kept beside the newest one. */
const olderFiles = 5;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Makes room for a new file: `service.log` becomes `service.log.1`, and so on. False for what is no file, such as a pipe. */
function shiftOlder(file: string): boolean {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  for (let age = olderFiles - 1; age > 0; age -= 1)
    if (existsSync(`${file}.${age}`)) renameSync(`${file}.${age}`, `${file}.${age + 1}`);
  renameSync(file, `${file}.1`);
  return true;
}

/** How much of the log is kept in memory while the disk is full. */
const heldBytes = 1024 * 1024;
/** pino's number for this level. */
const errorLevel = 50;

/**
 * Writes lines in batches: a write for each would take a third of the time of a small request. An error is written at once,
 * with all earlier lines, because the process may end. The stream's own `flushSync` retries forever on a full disk.
 */
function gathering(file: string, fileBytes: number) {
  const stream = pino.destination({ dest: file, mkdir: true, sync: true, maxLength: heldBytes });
  let written = sizeOf(file);
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  function pass(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = "";
    try {
      if (text === "") return;
      stream.write(text);
      written += Buffer.byteLength(text);
      if (written < fileBytes) return;
      written = 0;
      if (shiftOlder(file)) stream.reopen();
    } catch {
      // The stream keeps the lines for its next write. A full disk must not end a working service.
    }
  }
  process.once("exit", pass);
  return {
    /** Makes pino report the level of each line here. */
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
