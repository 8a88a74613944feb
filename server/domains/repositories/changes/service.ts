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

const flags: Readonly<Record<Whitespace, readonly string[]>> = { show: [], ignore: ["-w"] };

const changedFiles = async ({ diff }: Comparison, whitespace: Whitespace): Promise<ChangedFile[]> =>
  readChangedFiles(await diff([...flags[whitespace], "--raw", "--numstat", "-z", "--no-abbrev"]));
