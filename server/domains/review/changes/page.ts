import type { FileDiff } from "./model.ts";
import { cutBefore, isCut, margin } from "./page-rules.ts";

/** Bytes of one file's diff: about 20,000 lines, which a page can still show. */
const pageBytes = 1_000_000;

/** Reads a page of what git prints, and ends git after it; never holds more than the page. */
export async function readPage(
  stream: (take: (piece: Buffer) => boolean) => Promise<void>,
  { offset, redact }: { offset: number; redact(text: string): string },
): Promise<Omit<FileDiff, "path">> {
  const from = Math.max(offset - margin, 0);
  const until = offset + pageBytes + margin;
  const pieces: Buffer[] = [];
  let seen = 0;
  await stream((piece) => {
    pieces.push(piece.subarray(Math.max(from - seen, 0), Math.max(until - seen, 0)));
    seen += piece.length;
    return seen < until;
  });
  const bytes = Buffer.concat(pieces);
  const at = Math.min(offset - from, bytes.length);
  const start = isCut(bytes, at, redact) ? at : cutBefore(bytes, at, redact);
  const wanted = offset - from + pageBytes;
  const isLonger = wanted < bytes.length;
  const end = isLonger ? Math.max(cutBefore(bytes, wanted, redact), start + 1) : bytes.length;
  return {
    diff: redact(bytes.subarray(start, end).toString("utf8")),
    truncated: isLonger,
    next_offset: isLonger ? from + end : null,
  };
}
