import type { Change, Hunk } from "gitdiff-parser";
import { getChangeKey } from "react-diff-view";

export type Side = "old" | "new";

export interface Place {
  side: Side;
  /** As the file counts on that side. */
  line: number;
}

/** One line of a file's change. */
export interface DiffLine extends Place {
  /** As the table of the change names it. */
  key: string;
  /** Its position among the hunks. */
  hunk: number;
  /** With the sign that git writes before it. */
  text: string;
  /** Of a line that stayed, its number in the file as it was. */
  oldLine?: number;
}

const signs = { insert: "+", delete: "-", normal: " " } as const;

/** A line that stayed is known by its number in the file as it is now. */
export function placeOf(change: Change): Place {
  if (change.type === "delete") return { side: "old", line: change.lineNumber };
  return { side: "new", line: change.type === "insert" ? change.lineNumber : change.newLineNumber };
}

/** All lines in git's order. */
export const diffLines = (hunks: readonly Hunk[]): DiffLine[] =>
  hunks.flatMap(({ changes }, hunk) =>
    changes.map((change) => ({
      ...placeOf(change),
      key: getChangeKey(change),
      hunk,
      text: `${signs[change.type]}${change.content}`,
      ...(change.type === "normal" && { oldLine: change.oldLineNumber }),
    })),
  );

/** The lines from one to another, whichever comes first; only the other where they are in different hunks. */
export function linesBetween(lines: readonly DiffLine[], fromKey: string, toKey: string): DiffLine[] {
  const from = lines.findIndex(({ key }) => key === fromKey);
  const to = lines.findIndex(({ key }) => key === toKey);
  const end = lines[to];
  if (!end) return [];
  if (lines[from]?.hunk !== end.hunk) return [end];
  return lines.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The first `limit` lines, in hunks, and how many lines there are beyond. */
export function cutHunks(hunks: readonly Hunk[], limit: number): { hunks: Hunk[]; hidden: number } {
  let room = limit;
  let hidden = 0;
  const shown = hunks.flatMap((hunk) => {
    const changes = hunk.changes.slice(0, Math.max(room, 0));
    room -= hunk.changes.length;
    hidden += hunk.changes.length - changes.length;
    return changes.length === 0 ? [] : [{ ...hunk, changes }];
  });
  return { hunks: shown, hidden };
}

/** Lines that stayed as they were between two hunks, or before the first. */
export function unchangedBefore(hunks: readonly Hunk[], position: number): number {
  const hunk = hunks[position];
  if (!hunk) return 0;
  const before = hunks[position - 1];
  // A file that was empty or is no more begins at line 0.
  return Math.max(hunk.newStart - (before ? before.newStart + before.newLines : 1), 0);
}

const wordLimits = { lines: 3_000, characters: 150_000 };

/** Finding the words that changed takes time with the square of a line's length. */
export function mayMarkWords(hunks: readonly Hunk[]): boolean {
  const changes = hunks.flatMap((hunk) => hunk.changes);
  const characters = changes.reduce((sum, { content }) => sum + content.length, 0);
  return changes.length <= wordLimits.lines && characters <= wordLimits.characters;
}
