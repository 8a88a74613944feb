import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { isObject } from "../../../lib/json.ts";
import { type CallContext, type ModelCall, noContext } from "../../../runtimes/model-call.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { transcriptReaders } from "../../../runtimes/transcript-readers.ts";

/** What the lines of a file so far leave for the next ones. */
export interface FileContext {
  calls: CallContext;
  /** The folder that the CLI ran in. */
  folder: string | null;
}

export const newFile: FileContext = { calls: noContext, folder: null };

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
  calls: ModelCall[];
  context: FileContext;
  offset: number;
  /** Nothing is left but perhaps a line that is still being written. */
  ended: boolean;
}

const blockBytes = 1024 * 1024;
/** No CLI writes so long a line; it would not fit into one string. */
const longestLine = 256 * 1024 * 1024;
const newline = 10;

/** Reads the calls of a CLI's own file from `offset` on. The lines may be of any length. */
export async function readCalls(task: FileToRead): Promise<FileReading> {
  // Does not follow a link, and does not block on a pipe.
  const file = await open(task.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new Error("This is not a file");
    return await readLines(file, task);
  } finally {
    await file.close();
  }
}

async function readLines(file: FileHandle, task: FileToRead): Promise<FileReading> {
  const taker = callTaker(transcriptReaders.get(task.runtime), task.context);
  const from = task.offset;
  let offset = from;
  let buffer = Buffer.allocUnsafe(blockBytes);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    const block = buffer.subarray(0, bytesRead);
    const taken = taker.take(block, task.mostCalls);
    offset += taken;
    const isLast = bytesRead < buffer.length;
    if (taker.calls.size >= task.mostCalls || offset - from >= task.mostBytes)
      return { ...taker.result(), offset, ended: isLast && taken === bytesRead };
    if (isLast) {
      // A last line without its end counts if it is whole; it is read again when more follows.
      const { context } = taker.result();
      taker.takeLine(block.subarray(taken));
      return { calls: taker.result().calls, context, offset, ended: true };
    }
    if (taken > 0) buffer = buffer.length > blockBytes ? Buffer.allocUnsafe(blockBytes) : buffer;
    else if (buffer.length < longestLine) buffer = Buffer.allocUnsafe(buffer.length * 4);
    else throw new Error("A line of this file is too long");
  }
}

function callTaker(reader: TranscriptReader | undefined, start: FileContext) {
  const calls = new Map<string, ModelCall>();
  const marks = (reader?.usageMarks ?? []).map((mark) => Buffer.from(mark));
  let { calls: context, folder } = start;

  function takeLine(line: Buffer): void {
    const value = parsed(line);
    if (value === undefined) return;
    folder ??= folderIn(value);
    const found = reader?.usage?.(value, context);
    if (found === undefined) return;
    ({ context } = found);
    if (found.call !== null) keepLonger(calls, found.call);
  }

  return {
    calls,
    takeLine,
    result: () => ({ calls: [...calls.values()], context: { calls: context, folder } }),

    /** The whole lines of a block, up to `most` calls. Returns the bytes that were taken. */
    take(block: Buffer, most: number): number {
      const next = marks.map((mark) => block.indexOf(mark));
      let start = 0;
      while (calls.size < most) {
        const end = block.indexOf(newline, start);
        if (end < 0) break;
        marks.forEach((mark, at) => {
          const place = next[at] ?? -1;
          if (place >= 0 && place < start) next[at] = block.indexOf(mark, start);
        });
        if (next.some((place) => place >= start && place < end)) takeLine(block.subarray(start, end));
        start = end + 1;
      }
      return start;
    },
  };
}

function keepLonger(calls: Map<string, ModelCall>, call: ModelCall): void {
  const known = calls.get(call.requestId);
  if (known === undefined || isLonger(call, known)) calls.set(call.requestId, call);
}

/** The same order as the ledger's own. */
function isLonger(one: ModelCall, other: ModelCall): boolean {
  const [mine, theirs] = [one, other].map((call) => [
    call.outputTokens,
    call.inputTokens,
    call.cacheReadTokens,
    call.cacheCreationTokens,
    call.cacheCreation1hTokens ?? -1,
    call.webSearchRequests,
    -call.calledAt,
  ]);
  const at = mine?.findIndex((value, place) => value !== theirs?.[place]) ?? -1;
  return at >= 0 && (mine?.[at] ?? 0) > (theirs?.[at] ?? 0);
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
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
