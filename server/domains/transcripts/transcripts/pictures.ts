import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { parseLine } from "./line-value.ts";
import { type ReadLine, timelineEntries } from "./rules.ts";

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

/** The bytes of a picture on a stored line; null if there is none. */
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
  // Separate memory, unlike a small Buffer's, so that it can be transferred to another thread.
  return data === undefined ? null : new Uint8Array(Buffer.from(data, "base64"));
}

/** An entry that holds pictures. */
export interface HeldPictures {
  entry: string;
  count: number;
  index: number;
  timestamp: string | null;
  /** The call that returned them; null for a prompt's pictures and if the call is unknown. */
  call: { name: string; input: unknown } | null;
  in: "prompt" | "result";
}

/** Which entries of these lines hold pictures, in their order, each result with its call. */
export function picturesIn(lines: Iterable<ReadLine>): HeldPictures[] {
  const calls = new Map<string, HeldPictures["call"]>();
  const found: HeldPictures[] = [];
  for (const line of lines) {
    for (const { id, index, timestamp, event } of timelineEntries(line)) {
      if (event.type === "tool_call") calls.set(event.callId, { name: event.name, input: event.input });
      if (event.type !== "user" && event.type !== "tool_result") continue;
      const isResult = event.type === "tool_result";
      const call = (isResult && calls.get(event.callId)) || null;
      if (isResult) calls.delete(event.callId);
      const { images: count = 0 } = event;
      if (count > 0)
        found.push({ entry: id, count, index, timestamp, call, in: isResult ? "result" : "prompt" });
    }
  }
  return found;
}

/** How each kind of file begins; of a WebP there is a size in between. */
const starts: readonly [type: string, begins: string, goesOn?: string][] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF87a"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF", "WEBP"],
];

/** The type of a picture by its bytes; null for what a browser should not get as a picture. */
export function pictureType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  const found = starts.find(
    ([, begins, goesOn = ""]) => head.startsWith(begins) && (goesOn === "" || head.startsWith(goesOn, 8)),
  );
  return found?.[0] ?? null;
}
