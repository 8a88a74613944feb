import type { Hunk } from "gitdiff-parser";
import {
  markEdits,
  pickRanges,
  type RangeTokenNode,
  type TokenizeEnhancer,
  type TokenPath,
} from "react-diff-view";

/** Of a line that changed more than this, marks would say nothing: the line as a whole is another one. */
const mostChanged = 0.6;

/** A word, whitespace between words, or a single other character. */
const tokenPattern = /[\p{L}\p{N}_]+|\s+|./gsu;

export const wordsOf = (line: string): string[] => line.match(tokenPattern) ?? [];

interface Range {
  start: number;
  /** After the last character. */
  end: number;
}

const firstCode = 0x100;
const surrogates = { from: 0xd800, count: 0x800 };
const lastCode = 0xffff;

/** One character per word, the same for the same word, so that a comparison by characters is one by words. */
function wordCodes() {
  const codes = new Map<string, number>();
  const codeOf = (word: string): number => {
    const known = codes.get(word);
    if (known !== undefined) return known;
    const next = firstCode + codes.size;
    const code = next < surrogates.from ? next : next + surrogates.count;
    // More words than there are codes: the last one stands for the rest, and these are taken for the same.
    codes.set(word, Math.min(code, lastCode));
    return Math.min(code, lastCode);
  };
  return (line: string): string =>
    wordsOf(line)
      .map((word) => String.fromCharCode(codeOf(word)))
      .join("");
}

/** The marked ranges of a line of codes. */
function markedRanges(pieces: readonly TokenPath[]): Range[] {
  let at = 0;
  return pieces.flatMap((path) => {
    const start = at;
    at += String(path.at(-1)?.["value"] ?? "").length;
    return at > start && path.some(({ type }) => type === "edit") ? [{ start, end: at }] : [];
  });
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0);

/** Ranges of words as ranges of characters. */
function inCharacters(line: string, ranges: readonly Range[]): Range[] {
  const words = wordsOf(line);
  return ranges.map(({ start, end }) => ({
    start: lengthOf(words.slice(0, start)),
    end: lengthOf(words.slice(0, end)),
  }));
}

const inkOf = (text: string): number => text.replaceAll(/\s/g, "").length;

/** Whether so much of a line changed that its marks are left out; whitespace does not count. */
export function isMostlyChanged(line: string, ranges: readonly Range[]): boolean {
  const changed = ranges.reduce((sum, { start, end }) => sum + inkOf(line.slice(start, end)), 0);
  return changed > inkOf(line) * mostChanged;
}

const asText = (lines: readonly string[]): TokenPath[][] => lines.map((value) => [[{ type: "text", value }]]);

const rangeNodes = (lines: readonly string[], marked: readonly TokenPath[][]): RangeTokenNode[] =>
  lines.flatMap((line, at) => {
    const ranges = inCharacters(line, markedRanges(marked[at] ?? []));
    if (isMostlyChanged(line, ranges)) return [];
    return ranges.map(({ start, end }) => ({ type: "edit", lineNumber: at + 1, start, length: end - start }));
  });

/** Marks the changed words of both sides, whose lines are given by their numbers from 1. */
export function markWords(
  hunks: readonly Hunk[],
  { old, fresh }: { old: readonly string[]; fresh: readonly string[] },
): TokenizeEnhancer {
  const encode = wordCodes();
  const encoded = hunks.map((hunk) => ({
    ...hunk,
    changes: hunk.changes.map((change) => ({ ...change, content: encode(change.content) })),
  }));
  const [markedOld, markedFresh] = markEdits(encoded, { type: "block" })([
    asText(old.map(encode)),
    asText(fresh.map(encode)),
  ]);
  return pickRanges(rangeNodes(old, markedOld), rangeNodes(fresh, markedFresh));
}
