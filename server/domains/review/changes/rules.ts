import type { ChangedFile } from "./model.ts";

const statuses: Readonly<Record<string, ChangedFile["status"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type_changed",
};

type Counts = Pick<ChangedFile, "additions" | "deletions">;

/** A file as git lists it; its paths as git has them. */
export interface ListedChange extends Counts {
  path: string;
  oldPath: string | null;
  status: ChangedFile["status"];
  before: { mode: string; hash: string };
  after: { mode: string; hash: string };
}

export interface ChangeReader {
  /** Gets one field of the output; false if all that was wanted is known. */
  read(field: string): boolean;
  /** At most as many as were wanted. */
  files(): ListedChange[];
  /** How many there are. */
  total(): number;
}

/**
 * Reads the fields of `git diff --raw --numstat -z`: first the records, then the counts. A file that has only ignored
 * whitespace changes has a record but no counts. Of more than `wanted` files only the number is kept.
 */
export function changeReader(wanted: number): ChangeReader {
  const files = new Map<string, ListedChange>();
  let total = 0;
  let record: Omit<ListedChange, "path" | "oldPath"> | null = null;
  let names: string[] = [];
  let moved: Counts | null = null;

  function readRecord(found: Omit<ListedChange, "path" | "oldPath">, name: string): boolean {
    names.push(name);
    const isMoved = found.status === "renamed" || found.status === "copied";
    if (isMoved && names.length < 2) return true;
    const [first = "", second = first] = names;
    if (files.size < wanted) files.set(second, { ...found, path: second, oldPath: isMoved ? first : null });
    total += 1;
    record = null;
    names = [];
    return true;
  }

  function count(path: string, counts: Counts): boolean {
    const file = files.get(path);
    if (file) Object.assign(file, counts);
    // They come in the order of the records.
    return file !== undefined || total <= wanted;
  }

  return {
    read(field) {
      if (record !== null) return readRecord(record, field);
      if (moved !== null) {
        names.push(field);
        if (names.length < 2) return true;
        const counts = moved;
        moved = null;
        names = [];
        return count(field, counts);
      }
      if (field.startsWith(":")) {
        record = recordOf(field);
        return true;
      }
      const [additions, deletions, ...path] = field.split("\t");
      const counts = { additions: countOf(additions), deletions: countOf(deletions) };
      if (path.length === 0) return true;
      // The counts of a rename have an empty path, followed by both names in separate fields.
      if (path.join("\t") !== "") return count(path.join("\t"), counts);
      moved = counts;
      return true;
    },
    files: () => [...files.values()],
    total: () => total,
  };
}

function recordOf(field: string): Omit<ListedChange, "path" | "oldPath"> {
  const [oldMode = "", mode = "", oldHash = "", hash = "", letter = ""] = field.slice(1).split(" ");
  return {
    status: statuses[letter.charAt(0)] ?? "modified",
    before: { mode: oldMode, hash: oldHash },
    after: { mode, hash },
    additions: 0,
    deletions: 0,
  };
}

/** `-` means a binary file. */
const countOf = (text: string | undefined): number | null => (/^\d+$/.test(text ?? "") ? Number(text) : null);

/** Reads the output of `git log --format=%H%x09%cI%x09%s`. */
export function readCommits(output: string): { sha: string; subject: string; committed_at: string }[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [sha = "", committedAt = "", ...subject] = line.split("\t");
      return { sha, subject: subject.join("\t"), committed_at: committedAt };
    });
}
