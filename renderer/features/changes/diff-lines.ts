import type { Change, Hunk } from "gitdiff-parser";
import { getChangeKey } from "react-diff-view";

export type Side = "old" | "new";

export interface Place {
  side: Side;
  /** The line number on that side. */
  line: number;
}

/** One line of a diff. */
export interface DiffLine extends Place {
  /** Its key in the diff table. */
  key: string;
  /** The position of its hunk. */
  hunk: number;
  /** Including git's sign. */
  text: string;
  /** The former number of an unchanged line. */
  oldLine?: number;
}

const signs = { insert: "+", delete: "-", normal: " " } as const;

/** An unchanged line is identified by its present number. */
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

/** The lines between two lines in either order; only the second line if they are in different hunks. */
export function linesBetween(lines: readonly DiffLine[], fromKey: string, toKey: string): DiffLine[] {
  const from = lines.findIndex(({ key }) => key === fromKey);
  const to = lines.findIndex(({ key }) => key === toKey);
  const end = lines[to];
  if (!end) return [];
  if (lines[from]?.hunk !== end.hunk) return [end];
  return lines.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The first `limit` lines in their hunks, and the number of lines beyond them. */
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

/** The number of unchanged lines before a hunk. */
export function unchangedBefore(hunks: readonly Hunk[], position: number): number {
  const hunk = hunks[position];
  if (!hunk) return 0;
  const before = hunks[position - 1];
  // A file that was empty or is deleted starts at line 0.
  return Math.max(hunk.newStart - (before ? before.newStart + before.newLines : 1), 0);
}

const wordLimits = { lines: 3_000, characters: 150_000 };

/** Finding changed words takes quadratic time in the length of a line. */
export function mayMarkWords(hunks: readonly Hunk[]): boolean {
  const changes = hunks.flatMap((hunk) => hunk.changes);
  const characters = changes.reduce((sum, { content }) => sum + content.length, 0);
  return changes.length <= wordLimits.lines && characters <= wordLimits.characters;
}
