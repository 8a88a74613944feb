import type { ChangedFile } from "./model.ts";

const words: Readonly<Record<string, ChangedFile["status"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type_changed",
};

/** What `git diff --raw --numstat -z` tells: the records first, their counts after them, in the same order. */
export function readChangedFiles(output: string): ChangedFile[] {
  const fields = output.split("\0");
  const files: ChangedFile[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":")) {
    const letter = fields[at]?.split(" ").at(-1)?.charAt(0) ?? "";
    const moved = letter === "R" || letter === "C";
    const [first = "", second = ""] = fields.slice(at + 1, at + 3);
    const names = moved ? { path: second, old_path: first } : { path: first, old_path: null };
    files.push({ ...names, status: words[letter] ?? "modified", additions: null, deletions: null });
    at += moved ? 3 : 2;
  }
  return withCounts(files, fields.slice(at));
}

function withCounts(files: readonly ChangedFile[], fields: readonly string[]): ChangedFile[] {
  let at = 0;
  return files.map((file) => {
    const [additions, deletions, path] = (fields[at] ?? "").split("\t");
    // The counts of a rename have an empty path, and both names in fields of their own.
    at += path === "" ? 3 : 1;
    return { ...file, additions: countOf(additions), deletions: countOf(deletions) };
  });
}

/** `-` stands for a binary file. */
const countOf = (text: string | undefined): number | null => (/^\d+$/.test(text ?? "") ? Number(text) : null);

/** The first `limit` characters, cut at a line's end. */
export function cutDiff(text: string, limit: number): { diff: string; truncated: boolean } {
  if (text.length <= limit) return { diff: text, truncated: false };
  return { diff: text.slice(0, text.lastIndexOf("\n", limit) + 1), truncated: true };
}

/** What `git log --format=%H%x09%cI%x09%s` tells. */
export function readCommits(output: string): { sha: string; subject: string; committed_at: string }[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [sha = "", committedAt = "", ...subject] = line.split("\t");
      return { sha, subject: subject.join("\t"), committed_at: committedAt };
    });
}
