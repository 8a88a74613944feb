import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { MessagePort } from "node:worker_threads";
import { isObject } from "../../../lib/json.ts";
import { cachesForAnHour, transcriptReaders } from "../../../runtimes/facts.ts";
import { type CallContext, noContext } from "../../../runtimes/model-call.ts";
import { noThread, startLength } from "../../../runtimes/runtime.ts";
import { featureSplitter, noSplit, type SplitContext } from "../features/index.ts";
import { buffersOf, type PackedCalls, packCalls } from "./packed-calls.ts";

/** What the lines of a file so far leave for the next ones. */
export interface FileContext {
  calls: CallContext;
  /** The folder that the CLI ran in. */
  folder: string | null;
  /** What the conversation consists of. */
  features: SplitContext;
  /** How the file begins, as far as it was read; null before that. */
  head: Head | null;
}

interface Head {
  bytes: number;
  hash: string;
}

export const newFile: FileContext = { calls: noContext, folder: null, features: noSplit, head: null };

export interface FileToRead {
  path: string;
  runtime: string;
  /** The start of a line. */
  offset: number;
  context: FileContext;
  /** At most this many calls, and about as many bytes. */
  mostCalls: number;
  mostBytes: number;
}

export interface FileReading {
  /** Each call once, with its longest answer in these lines. */
  calls: PackedCalls;
  context: FileContext;
  offset: number;
  /** Nothing is left but perhaps a line that is still being written. */
  ended: boolean;
}

/** What a thread answers for a file. */
export type Answer = { ok: true; value: FileReading } | { ok: false; error: unknown };

/** Answers each file that comes through `port`, in their order, until the port is closed. */
export const readFiles = (port: MessagePort): Promise<void> => answerFiles(port, readCalls);

type ReadFile = (file: FileToRead) => FileReading;

export async function answerFiles(port: MessagePort, read: ReadFile): Promise<void> {
  port.on("message", (file: FileToRead) => {
    const answer = answerOf(() => read(file));
    port.postMessage(answer, answer.ok ? buffersOf(answer.value.calls) : []);
  });
  await once(port, "close");
}

function answerOf(read: () => FileReading): Answer {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    return { ok: false, error };
  }
}

const blockBytes = 256 * 1024;
/** No CLI writes so long a line; it would not fit into one string. */
const longestLine = 256 * 1024 * 1024;
const newline = 10;
/** One for all files, since a thread reads one at a time. */
const usualBuffer = Buffer.allocUnsafe(blockBytes);

/** Reads the calls of a CLI's own file from `offset` on. The lines may be of any length. It blocks its thread. */
export function readCalls(task: FileToRead): FileReading {
  // Does not follow a link, and does not block on a pipe.
  const file = openSync(task.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error("This is not a file");
    const isSame = beginsWith(file, task.context.head);
    const from = isSame ? task : { ...task, offset: 0, context: newFile };
    const reading = readLines(file, from);
    return { ...reading, context: { ...reading.context, head: headOf(file, reading.offset) } };
  } finally {
    closeSync(file);
  }
}

/** Enough for the ids that each CLI writes first. */
const headBytes = 1_024;

function headOf(file: number, offset: number): Head {
  const bytes = Math.min(offset, headBytes);
  const buffer = Buffer.alloc(bytes);
  const bytesRead = readSync(file, buffer, 0, bytes, 0);
  return { bytes: bytesRead, hash: createHash("sha256").update(buffer).digest("base64url").slice(0, 16) };
}

/** Whether the file is still the one that was read: a program may have replaced it. */
function beginsWith(file: number, head: Head | null): boolean {
  return head === null || headOf(file, head.bytes).hash === head.hash;
}

function readLines(file: number, task: FileToRead): FileReading {
  const taker = callTaker(task);
  const from = task.offset;
  let offset = from;
  let buffer = usualBuffer;
  for (;;) {
    const bytesRead = readSync(file, buffer, 0, buffer.length, offset);
    const block = buffer.subarray(0, bytesRead);
    const taken = taker.take(block, task.mostCalls);
    offset += taken;
    const isLast = bytesRead < buffer.length;
    if (taker.count() >= task.mostCalls || offset - from >= task.mostBytes)
      return {
        calls: taker.calls(),
        context: taker.context(),
        offset,
        ended: isLast && taken === bytesRead,
      };
    if (isLast) {
      // A last line without its end counts if it is whole; it is read again when more follows.
      const context = taker.context();
      taker.takeLine(block.toString("utf8", taken));
      return { calls: taker.calls(), context, offset, ended: true };
    }
    if (taken > 0) buffer = usualBuffer;
    else if (buffer.length < longestLine) buffer = Buffer.allocUnsafe(buffer.length * 4);
    else throw new Error("A line of this file is too long");
  }
}

function callTaker({ runtime, context: start }: FileToRead) {
  const reader = transcriptReaders.get(runtime);
  const splitter = featureSplitter(start.features, { keepsForAnHour: cachesForAnHour(runtime) });
  const { head } = start;
  let { calls: context, folder } = start;

  function takeLine(line: string): void {
    const value = parsed(line);
    if (value === undefined || reader === undefined) return;
    folder ??= folderIn(value);
    const found = reader.usage?.(value, context);
    if (found !== undefined) ({ context } = found);
    splitter.take({
      events: reader.events(value),
      thread: reader.thread?.(value) ?? noThread,
      call: found?.call ?? null,
    });
  }

  const isBookkeeping = (block: Buffer, start: number, end: number): boolean =>
    reader?.isBookkeeping?.(block.toString("latin1", start, Math.min(end, start + startLength))) === true;

  return {
    takeLine,
    count: () => splitter.calls.size,
    context: (): FileContext => ({ calls: context, folder, features: splitter.context(), head }),
    calls(): PackedCalls {
      splitter.flush();
      return packCalls([...splitter.calls.values()]);
    },

    /** The whole lines of a block, up to `most` calls. Returns the bytes that were taken. */
    take(block: Buffer, most: number): number {
      let start = 0;
      while (splitter.calls.size < most) {
        const end = block.indexOf(newline, start);
        if (end < 0) break;
        if (!isBookkeeping(block, start, end)) takeLine(block.toString("utf8", start, end));
        start = end + 1;
      }
      return start;
    },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Codex has it in its head's payload, the others in the line. */
function folderIn(line: unknown): string | null {
  if (!isObject(line)) return null;
  const { cwd, payload } = line;
  if (typeof cwd === "string") return cwd;
  return isObject(payload) && typeof payload["cwd"] === "string" ? payload["cwd"] : null;
}
