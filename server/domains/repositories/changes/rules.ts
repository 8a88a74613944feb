import type { ChangedFile } from "./model.ts";

const statuses: Readonly<Record<string, ChangedFile["status"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type_changed",
};

/**
 * Reads the output of `git diff --raw --numstat -z`: first the records, then the counts. A file that has only ignored
 * whitespace changes has a record but no counts.
 */
export function readChangedFiles(output: string): ChangedFile[] {
  const fields = output.split("\0");
  const files: Omit<ChangedFile, "additions" | "deletions">[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":")) {
    const letter = fields[at]?.split(" ").at(-1)?.charAt(0) ?? "";
    const moved = letter === "R" || letter === "C";
    const [first = "", second = ""] = fields.slice(at + 1, at + 3);
    const names = moved ? { path: second, old_path: first } : { path: first, old_path: null };
    files.push({ ...names, status: statuses[letter] ?? "modified" });
    at += moved ? 3 : 2;
  }
  const counts = readCounts(fields.slice(at));
  return files.map((file) => ({ ...file, ...(counts.get(file.path) ?? { additions: 0, deletions: 0 }) }));
}

type Counts = Pick<ChangedFile, "additions" | "deletions">;

/** By the current path. */
function readCounts(fields: readonly string[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (let at = 0; at < fields.length; ) {
    const [additions, deletions, ...path] = (fields[at] ?? "").split("\t");
    // The counts of a rename have an empty path, followed by both names in separate fields.
    const moved = path.join("\t") === "";
    const name = moved ? fields[at + 2] : path.join("\t");
    if (name !== undefined)
      counts.set(name, { additions: countOf(additions), deletions: countOf(deletions) });
    at += moved ? 3 : 1;
  }
  return counts;
}

/** `-` means a binary file. */
const countOf = (text: string | undefined): number | null => (/^\d+$/.test(text ?? "") ? Number(text) : null);

/** At most the first `limit` characters, cut at the end of a line. */
export function cutDiff(text: string, limit: number): { diff: string; truncated: boolean } {
  if (text.length <= limit) return { diff: text, truncated: false };
  return { diff: text.slice(0, text.lastIndexOf("\n", limit) + 1), truncated: true };
}

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
