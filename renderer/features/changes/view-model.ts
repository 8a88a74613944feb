import type { ChangedFile, Whitespace } from "../../../server/domains/review/changes/model.ts";
import type { Turn } from "../../../server/domains/turns/turns/model.ts";
import { text } from "./text.ts";

/** The newest turn that started and ended. The list has the newest first. */
export const lastEnded = (turns: readonly Turn[]): number | undefined =>
  turns.find(({ state, started_at }) => state === "ended" && started_at !== null)?.id;

const isBinary = ({ additions }: ChangedFile): boolean => additions === null;

/** The added and deleted lines of all files; binary files have none. */
export const totalsOf = (files: readonly ChangedFile[]): { additions: number; deletions: number } => ({
  additions: files.reduce((sum, { additions }) => sum + (additions ?? 0), 0),
  deletions: files.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0),
});

/** Files whose present or former path has every typed word. */
export function filterFiles(files: readonly ChangedFile[], typed: string): readonly ChangedFile[] {
  const words = typed.toLowerCase().split(/\s+/);
  return files.filter(({ path, old_path }) => {
    const names = `${path} ${old_path ?? ""}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

const few = { files: 5, lines: 400 };
/** Each open file costs a request and a table. */
const mostOpen = 40;

export const mayOpenAll = (files: readonly ChangedFile[]): boolean => files.length <= mostOpen;

/** The paths that are open at first: all of a small change that were not viewed yet, none of a large one. */
export function initiallyOpen(
  files: readonly ChangedFile[],
  isViewed: (file: ChangedFile) => boolean,
): ReadonlySet<string> {
  const { additions, deletions } = totalsOf(files);
  const isSmall = files.length <= few.files && additions + deletions <= few.lines;
  return new Set(isSmall ? files.filter((file) => !isViewed(file)).map(({ path }) => path) : []);
}

/** The folder, with its slash, and the name. */
export function splitPath(path: string): { folder: string; name: string } {
  const cut = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}

/** Why a file has no lines to show. */
export function emptyDiffText(file: ChangedFile, whitespace: Whitespace): string {
  if (isBinary(file)) return text.emptyDiff.binary;
  if (file.status === "renamed") return text.emptyDiff.renamed;
  if (file.status === "copied") return text.emptyDiff.copied;
  if (file.status === "added") return text.emptyDiff.added;
  if (file.status === "deleted") return text.emptyDiff.deleted;
  if (whitespace === "ignore" && file.status === "modified") return text.emptyDiff.whitespace;
  return text.emptyDiff.mode;
}
