import type { TranscriptReader } from "../../runtimes/runtime.ts";
import { parseLine } from "./ingestion.ts";

/** Which picture of a line: that of an event, by their numbers. */
export interface PictureOf {
  line: number;
  position: number;
  number: number;
}

export const pictureOf = (params: { line: string; position: string; number: string }): PictureOf => ({
  line: Number(params.line),
  position: Number(params.position),
  number: Number(params.number),
});

/** The bytes of a picture that a stored line has; null where it has none. */
export function linePicture(
  line: string,
  reader: TranscriptReader,
  { position, number }: Omit<PictureOf, "line">,
): Uint8Array<ArrayBuffer> | null {
  const value = parseLine(line);
  const counts = reader.events(value).map((event) => ("images" in event ? (event.images ?? 0) : 0));
  if (number >= (counts[position] ?? 0)) return null;
  const before = counts.slice(0, position).reduce((sum, count) => sum + count, 0);
  const data = reader.images?.(value)[before + number];
  // Memory of its own, unlike a small Buffer's, which can be handed over to another thread.
  return data === undefined ? null : new Uint8Array(Buffer.from(data, "base64"));
}

/** How each kind of file begins; of a WebP there is a size in between. */
const starts: readonly [type: string, begins: string, goesOn?: string][] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF87a"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF", "WEBP"],
];

/** What the bytes are, whatever was claimed; null for what a browser should not be given as a picture. */
export function pictureType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  const found = starts.find(
    ([, begins, goesOn = ""]) => head.startsWith(begins) && (goesOn === "" || head.startsWith(goesOn, 8)),
  );
  return found?.[0] ?? null;
}
