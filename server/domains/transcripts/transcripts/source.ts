import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { oversizedLine, storedLineLimit } from "../../../lib/oversized-line.ts";
import { openWithin } from "../../../lib/read-within.ts";

const sliceBytes = 256 * 1024;
const fingerprintBytes = 4 * 1024;
const newline = 10;

export interface SourcePosition {
  path: string;
  offset: number;
  fingerprint: string | null;
}

/** Without a fingerprint a file counts as rewritten when it became shorter, or if no line ends any longer at the offset. */
type StartPosition = Omit<SourcePosition, "fingerprint"> & { fingerprint?: string | null };

/** A run of whole lines and the position after them. */
export interface SourceSlice {
  lines: string[];
  position: SourcePosition;
  /** More whole lines follow. */
  more: boolean;
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/** Identifies the bytes before an offset, to see later whether they are still the ones that were read. */
async function fingerprintAt(file: FileHandle, offset: number): Promise<string | null> {
  if (offset === 0) return null;
  const from = Math.max(0, offset - fingerprintBytes);
  return createHash("sha256")
    .update(await readAt(file, from, offset - from))
    .digest("hex");
}

async function isSame(file: FileHandle, { fingerprint, offset }: StartPosition): Promise<boolean> {
  if (fingerprint !== undefined) return fingerprint === (await fingerprintAt(file, offset));
  return offset === 0 || (await readAt(file, offset - 1, 1))[0] === newline;
}

/**
 * The next whole lines of a growing JSONL file after `position`. The last line without a newline is still
 * being written and stays for the next call. `rewritten` when what was read before is no longer there. The file is in
 * `home`, where the agent can write: a link that leads out of it counts as a missing file.
 */
export async function readSource(
  home: string,
  position: StartPosition,
): Promise<{ state: "missing" | "rewritten" } | ({ state: "grown" } & SourceSlice)> {
  const file = await openWithin(home, position.path);
  if (!file) return { state: "missing" };
  try {
    const { size } = await file.stat();
    if (size < position.offset) return { state: "rewritten" };
    if (!(await isSame(file, position))) return { state: "rewritten" };
    return { state: "grown", ...(await readWholeLines(file, position, size)) };
  } finally {
    await file.close();
  }
}

async function readWholeLines(file: FileHandle, position: StartPosition, size: number): Promise<SourceSlice> {
  const { path, offset, fingerprint = await fingerprintAt(file, offset) } = position;
  const available = size - offset;
  const buffer = await readAt(file, offset, Math.min(sliceBytes, available));
  const end = buffer.lastIndexOf(newline);
  if (end < 0 && available > sliceBytes) {
    const line = await readLongLine(file, offset, size);
    if (line !== null) {
      const after = { path, offset: line.end, fingerprint: await fingerprintAt(file, line.end) };
      return { lines: [line.text], position: after, more: line.end < size };
    }
  }
  if (end < 0) return { lines: [], position: { path, offset, fingerprint }, more: false };
  const next = offset + end + 1;
  return {
    lines: buffer.subarray(0, end).toString("utf8").split("\n"),
    position: { path, offset: next, fingerprint: await fingerprintAt(file, next) },
    more: next < size && sliceBytes < available,
  };
}

/**
 * The line that begins at `from` and is longer than a slice, or a marker for one over the limit, which is never held; null
 * while it is still being written. Its end is looked for piece by piece, so that nothing large is read in vain.
 */
async function readLongLine(
  file: FileHandle,
  from: number,
  size: number,
): Promise<{ text: string; end: number } | null> {
  const newlineAt = await findNewline(file, from + sliceBytes, size);
  if (newlineAt === null) return null;
  const length = newlineAt - from;
  const end = newlineAt + 1;
  if (length < storedLineLimit) return { text: (await readAt(file, from, length)).toString("utf8"), end };
  const line = oversizedLine();
  const piece = Buffer.allocUnsafeSlow(sliceBytes);
  for (let at = from; at < newlineAt; at += sliceBytes) {
    const { bytesRead } = await file.read(piece, 0, Math.min(sliceBytes, newlineAt - at), at);
    line.add(piece.subarray(0, bytesRead));
  }
  return { text: line.marker(), end };
}

async function findNewline(file: FileHandle, from: number, size: number): Promise<number | null> {
  const buffer = Buffer.allocUnsafeSlow(sliceBytes);
  for (let at = from; at < size; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(sliceBytes, size - at), at);
    if (bytesRead === 0) return null;
    const found = buffer.subarray(0, bytesRead).indexOf(newline);
    if (found >= 0) return at + found;
    at += bytesRead;
  }
  return null;
}
