import { digestOf } from "../../../lib/digest.ts";
import { exists } from "../../../lib/exists.ts";
import { readWithin } from "../../../lib/read-within.ts";
import { CloneError, type Comparison } from "../workspaces/index.ts";
import { changeRefusal } from "./errors.ts";
import type { ChangedFile, FileDiff, SessionChanges, Whitespace } from "./model.ts";
import { cutDiff, readChangedFiles, readCommits } from "./rules.ts";

export type ChangeService = ReturnType<typeof changeService>;

const fileLimit = 2_000;
const commitLimit = 100;
/** Characters of one file's diff: about 20,000 lines, which a page can still show. */
const diffLimit = 1_000_000;

/** The same limit as for pictures in a transcript. */
const pictureLimit = 10 * 1024 * 1024;

/** The text of larger changes is not read for their digest, only their files and sizes. */
const digestedLines = 20_000;

interface ChangesExtent {
  files: number;
  /** Lines. */
  additions: number;
  deletions: number;
  digest: string;
}

interface WantedPicture {
  path: string;
  side: "before" | "after";
}

interface WantedDiff {
  path: string;
  whitespace: Whitespace;
}

export interface ClonedSession {
  clonePath: string | null;
  branch: string;
}

/** What sessions changed in their clones, read from git on each request. */
export function changeService(deps: {
  find(reference: string): ClonedSession;
  compare<Result>(
    clone: { path: string; branch: string },
    use: (comparison: Comparison) => Promise<Result>,
  ): Promise<Result>;
  /** Files may contain secrets. */
  redact(text: string): string;
}) {
  async function compare<Result>(
    reference: string,
    use: (comparison: Comparison, clone: string) => Promise<Result>,
  ): Promise<Result> {
    const { clonePath, branch } = deps.find(reference);
    const isThere = clonePath !== null && (await exists(clonePath));
    if (clonePath === null || !isThere) throw changeRefusal("no_clone");
    try {
      return await deps.compare({ path: clonePath, branch }, (comparison) => use(comparison, clonePath));
    } catch (error) {
      if (error instanceof CloneError) throw changeRefusal("unreadable", { reason: error.message });
      throw error;
    }
  }

  return {
    list: (reference: string, whitespace: Whitespace): Promise<SessionChanges> =>
      compare(reference, async (comparison) => {
        const { base, head, branch, log } = comparison;
        const files = await changedFiles(comparison, whitespace);
        const commits = await log([`--max-count=${commitLimit}`, "--format=%H%x09%cI%x09%s"]);
        return {
          base,
          head,
          branch,
          commits: readCommits(deps.redact(commits)),
          files: files.slice(0, fileLimit),
          truncated: files.length > fileLimit,
        };
      }),

    /** How much it changed, and a digest that differs once anything in it does; null if there are no changes. */
    async extent(reference: string): Promise<ChangesExtent | null> {
      const { clonePath } = deps.find(reference);
      if (clonePath === null || !(await exists(clonePath))) return null;
      return compare(reference, async (comparison) => {
        const files = await changedFiles(comparison, "show");
        if (files.length === 0) return null;
        const additions = sum(files.map((file) => file.additions ?? 0));
        const deletions = sum(files.map((file) => file.deletions ?? 0));
        const isLarge = additions + deletions > digestedLines;
        const digest = isLarge ? digestOf(JSON.stringify(files)) : await comparison.digest(["--full-index"]);
        return { files: files.length, additions, deletions, digest };
      });
    },

    /** null if it does not exist on that side or is too large. Reads only files that the comparison lists. */
    pictureOf: (reference: string, { path, side }: WantedPicture): Promise<Uint8Array | null> =>
      compare(reference, async (comparison, clone) => {
        const file = (await changedFiles(comparison, "show")).find((one) => one.path === path);
        if (!file) throw changeRefusal("not_changed");
        if (side === "after") return file.status === "deleted" ? null : readWithin(clone, path, pictureLimit);
        return file.status === "added" ? null : comparison.fileBefore(file.old_path ?? path, pictureLimit);
      }),

    /** Reads only files that the comparison lists, so that a path from a request never decides what is read. */
    diffOf: (reference: string, { path, whitespace }: WantedDiff): Promise<FileDiff> =>
      compare(reference, async (comparison) => {
        const file = (await changedFiles(comparison, whitespace)).find((one) => one.path === path);
        if (!file) throw changeRefusal("not_changed");
        const paths = file.old_path === null ? [path] : [file.old_path, path];
        const diff = await comparison.diff([...flags[whitespace], "--", ...paths]);
        return { path, ...cutDiff(deps.redact(diff), diffLimit) };
      }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const flags: Readonly<Record<Whitespace, readonly string[]>> = { show: [], ignore: ["-w"] };

const changedFiles = async ({ diff }: Comparison, whitespace: Whitespace): Promise<ChangedFile[]> =>
  readChangedFiles(await diff([...flags[whitespace], "--raw", "--numstat", "-z", "--no-abbrev"]));
