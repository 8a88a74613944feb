import type { ChangedFile, Whitespace } from "../../../server/domains/repositories/changes/model.ts";
import type { Turn } from "../../../server/domains/sessions/turns/model.ts";

/** The newest turn that was begun and is over, of those that are listed newest first. */
export const lastEnded = (turns: readonly Turn[]): number | undefined =>
  turns.find(({ state, started_at }) => state === "ended" && started_at !== null)?.id;

/** What is said of a file beside its name; of one that was only modified, nothing. */
export const statusWords: Record<ChangedFile["status"], string | null> = {
  added: "New",
  modified: null,
  deleted: "Deleted",
  renamed: "Renamed",
  copied: "Copied",
  type_changed: "Type changed",
};

const isBinary = ({ additions }: ChangedFile): boolean => additions === null;

/** Added and deleted lines of all of them; binary files have none. */
export const totalsOf = (files: readonly ChangedFile[]): { additions: number; deletions: number } => ({
  additions: files.reduce((sum, { additions }) => sum + (additions ?? 0), 0),
  deletions: files.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0),
});

/** Files whose path, now or before, has every word that was typed. */
export function filterFiles(files: readonly ChangedFile[], typed: string): readonly ChangedFile[] {
  const words = typed.toLowerCase().split(/\s+/);
  return files.filter(({ path, old_path }) => {
    const names = `${path} ${old_path ?? ""}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

const few = { files: 5, lines: 400 };
/** Each open file is a request and a table of its own. */
const mostOpen = 40;

export const mayOpenAll = (files: readonly ChangedFile[]): boolean => files.length <= mostOpen;

/** Paths that are open before anything is pressed: all of a small change, none of a large one. */
export function openAtFirst(files: readonly ChangedFile[]): ReadonlySet<string> {
  const { additions, deletions } = totalsOf(files);
  const isSmall = files.length <= few.files && additions + deletions <= few.lines;
  return new Set(isSmall ? files.map(({ path }) => path) : []);
}

/** The folder, with its slash, and the name. */
export function splitPath(path: string): { folder: string; name: string } {
  const cut = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}

/** Why there is nothing to read of a file line by line. */
export function emptyWords(file: ChangedFile, whitespace: Whitespace): string {
  if (isBinary(file)) return "Binary file not shown.";
  if (file.status === "renamed") return "Renamed without changes.";
  if (file.status === "copied") return "Copied without changes.";
  if (file.status === "added") return "Empty file added.";
  if (file.status === "deleted") return "Empty file deleted.";
  if (whitespace === "ignore" && file.status === "modified")
    return "Only whitespace changed, which is ignored.";
  return "Only the file mode changed.";
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
