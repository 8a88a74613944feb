import { readDatabase } from "../../../db/read-only.ts";
import { transcriptReaders } from "../../../runtimes/facts.ts";
import { insideString, piecesOf } from "../../../workers/pieces.ts";
import { transferring } from "../../../workers/transfer.ts";
import type { PictureOf } from "./pictures.ts";
import {
  type ConversationPage,
  type TimelineRange,
  type TimelineSearch,
  type TranscriptOf,
  type TranscriptReads,
  transcriptReads,
} from "./reads.ts";
import { transcriptStore } from "./store.ts";

/** `picture` is bytes, or nothing where there is none; `text_json` and `raw_json` are the inside of a JSON string, `text` is plain; the others are whole answers. */
export type LargeRead = { of: TranscriptOf } & (
  | { kind: "text" | "text_json" | "raw_json" }
  | { kind: "prompts" | "pictures" }
  | { kind: "picture"; picture: PictureOf }
  | { kind: "app"; app: PictureOf }
  | { kind: "timeline"; range: TimelineRange }
  | { kind: "search"; search: TimelineSearch }
  | { kind: "conversation"; page: ConversationPage }
);

/** Returns the requested read as UTF-8 in pieces of about a megabyte. */
export function read({ file, ...wanted }: LargeRead & { file: string }): Uint8Array[] {
  const pieces = readDatabase(file, (sql) => {
    const reads = transcriptReads({ store: transcriptStore({ sql }), readers: transcriptReaders });
    if (wanted.kind === "picture") return [reads.picture(wanted.of, wanted.picture) ?? []].flat();
    return piecesOf(partsOf(reads, wanted));
  });
  return transferring(
    pieces,
    pieces.map(({ buffer }) => buffer),
  );
}

type Written = Exclude<LargeRead, { kind: "picture" }>;

function partsOf(reads: TranscriptReads, wanted: Written): Iterable<string> {
  const { of } = wanted;
  switch (wanted.kind) {
    case "text":
      return reads.textParts(of);
    case "text_json":
      return insideString(reads.textParts(of));
    case "raw_json":
      return insideString(reads.rawParts(of.id));
    case "app":
      return [JSON.stringify(reads.app(of, wanted.app))];
    case "timeline":
      return [JSON.stringify(reads.timeline(of, wanted.range))];
    case "search":
      return [JSON.stringify(reads.search(of, wanted.search))];
    case "prompts":
      return [JSON.stringify(reads.prompts(of))];
    case "pictures":
      return [JSON.stringify(reads.pictures(of))];
    case "conversation":
      return [JSON.stringify(reads.conversation(of, wanted.page))];
  }
}
