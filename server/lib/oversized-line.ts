import { createHash } from "node:crypto";

/** The `type` of the line that stands for one that is not kept. No CLI writes it. */
export const oversizedType = "signalbox_oversized";
/** A stored line is no longer than this, in bytes. */
export const storedLineLimit = 8 * 1024 * 1024;
/** How much of the text of a longer one is kept. */
const keptBytes = 64 * 1024;

/** Half a secret at the cut would not be recognized as one. */
const cutWord = /(?<![\w+/=.~-])[\w+/=.~-]{1,4096}$/;

/** Transcripts nest some 30 levels deep; whatever walks a value recurses, and would exhaust the stack. */
const depthLimit = 200;
const keyLimit = 100_000;
/** Of lists and objects together; a million empty ones take a second to parse. */
const valueLimit = 500_000;

/** Takes in a line piece by piece, keeping its beginning alone. */
export function oversizedLine() {
  const hash = createHash("sha256");
  const head: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  return {
    add(piece: Buffer): void {
      hash.update(piece);
      bytes += piece.length;
      const part = piece.subarray(0, keptBytes - kept);
      if (part.length === 0) return;
      // A copy, because the piece may be a view of a large buffer.
      head.push(Buffer.from(part));
      kept += part.length;
    },
    /** The line to put in its place. */
    marker(): string {
      const text = Buffer.concat(head).toString("utf8");
      return JSON.stringify({
        type: oversizedType,
        bytes,
        sha256: hash.digest("hex"),
        text: bytes > kept ? text.replace(cutWord, "") : text,
      });
    },
  };
}

/** The line to put in the place of lines that are damaged in the database; `count` is null if it is not known. */
export const lostLines = (count: number | null): string =>
  JSON.stringify({ type: oversizedType, lost: count });

/** The line itself, or a marker in its place if it nests too deep or has too many keys or values. */
export function boundedLine(line: string): string {
  if (isBounded(line)) return line;
  const oversized = oversizedLine();
  oversized.add(Buffer.from(line));
  return oversized.marker();
}

/** Counts brackets, colons and commas outside of strings; text that is not JSON may get either answer. */
function isBounded(line: string): boolean {
  if (line.length <= depthLimit) return true;
  let depth = 0;
  let keys = 0;
  let values = 0;
  for (let at = 0; at < line.length; at++) {
    switch (line.charCodeAt(at)) {
      case 0x22:
        at = endOfString(line, at);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x3a:
        keys += 1;
        break;
      case 0x2c:
        values += 1;
        break;
    }
    if (depth > depthLimit || keys > keyLimit || values > valueLimit) return false;
  }
  return true;
}

function endOfString(line: string, start: number): number {
  let end = line.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  return end < 0 ? line.length : end;
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}
