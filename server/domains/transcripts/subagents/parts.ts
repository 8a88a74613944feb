import { chunkBytes, cutChunks, packChunk, unpackChunk } from "../transcripts/index.ts";
import type { Part } from "./queries.ts";

/** Packs lines into the parts that follow `last`; a short `last` is rewritten with them. */
export async function partsAfter(last: Part | undefined, lines: readonly string[]): Promise<Part[]> {
  const reopened = last !== undefined && last.textBytes < chunkBytes;
  const first = last === undefined ? 0 : last.idx + (reopened ? 0 : 1);
  const all = [...(reopened ? unpackChunk(last) : []), ...lines].map((line, idx) => ({
    idx,
    line,
    isMessage: false,
  }));
  const full = cutChunks(all);
  const rest = all.slice(full.flat().length);
  const chunks = rest.length > 0 ? [...full, rest] : full;
  return Promise.all(
    chunks.map(async (chunk, position) => {
      const { textBytes, blob } = await packChunk(chunk);
      return { idx: first + position, textBytes, blob };
    }),
  );
}

export const linesOf = (parts: readonly Part[]): string[] => parts.flatMap(unpackChunk);

/** Splits a posted JSONL text into lines; the last line may lack its newline. */
export function linesIn(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
