import { createHash } from "node:crypto";
import { exists } from "../../../lib/exists.ts";
import { bytesOfPath, pathOfShown, shownPath } from "../../../lib/git-path-rules.ts";
import { readWithin } from "../../../lib/read-within.ts";
import {
  CloneError,
  type ComparedRepository,
  type Comparison,
  recordReader,
} from "../../workspace/workspaces/index.ts";
import { changeRefusal } from "./errors.ts";
import { fileDigests } from "./file-digests.ts";
import type { ChangedFile, FileDiff, SessionChanges, Whitespace } from "./model.ts";
import { readPage } from "./page.ts";
import { changeReader, type ListedChange, readCommits } from "./rules.ts";

export type ChangeService = ReturnType<typeof changeService>;

const fileLimit = 2_000;
const commitLimit = 100;

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
  offset: number;
}

/** What one repository changed. */
interface RepositoryChanges {
  repository: ComparedRepository;
  files: ListedChange[];
  total: number;
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
      compare(reference, async (comparison, clone) => {
        const { base, head, branch, log } = comparison;
        const { changes, total } = await readChanges(comparison, [...flags[whitespace], ...withCounts]);
        const commits = await log([`--max-count=${commitLimit}`, "--format=%H%x09%cI%x09%s"]);
        const listed = changes.flatMap((one) => one.files.map((file) => ({ one, file }))).slice(0, fileLimit);
        const digestOf = fileDigests(clone);
        const files: ChangedFile[] = [];
        for (const { one, file } of listed)
          files.push({ ...shownFile(one, file), digest: await digestOf(one.repository.prefix, file) });
        return {
          base,
          head,
          branch,
          commits: readCommits(deps.redact(commits)),
          files,
          truncated: comparison.truncated || total > fileLimit,
        };
      }),

    /** How much it changed, and a digest that differs once anything in it does; null if there are no changes. */
    async extent(reference: string): Promise<ChangesExtent | null> {
      const { clonePath } = deps.find(reference);
      if (clonePath === null || !(await exists(clonePath))) return null;
      return compare(reference, async (comparison) => {
        const { changes, total, digest: listed } = await readChanges(comparison, withCounts);
        if (total === 0) return null;
        const files = changes.flatMap((one) => one.files);
        const additions = sum(files.map((file) => file.additions ?? 0));
        const deletions = sum(files.map((file) => file.deletions ?? 0));
        const isLarge = additions + deletions > digestedLines || total > fileLimit;
        const digest = isLarge ? listed : await comparison.digest(["--full-index"]);
        return { files: total, additions, deletions, digest };
      });
    },

    /** null if it does not exist on that side or is too large. Reads only files that the comparison lists. */
    pictureOf: (reference: string, { path, side }: WantedPicture): Promise<Uint8Array | null> =>
      compare(reference, async (comparison, clone) => {
        const { repository, file } = await findFile(comparison, path);
        const name = bytesOfPath(repository.prefix + file.path);
        if (side === "after") return file.status === "deleted" ? null : readWithin(clone, name, pictureLimit);
        return file.status === "added" ? null : repository.blob(file.before.hash, pictureLimit);
      }),

    /** Reads only files that the comparison lists, so that a path from a request never decides what is read. */
    diffOf: (reference: string, { path, whitespace, offset }: WantedDiff): Promise<FileDiff> =>
      compare(reference, async (comparison) => {
        const { repository, file } = await findFile(comparison, path);
        const page = await readPage((take) => repository.diffOf(file, flags[whitespace], take), {
          offset,
          redact: deps.redact,
        });
        return { path, ...page };
      }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const flags: Readonly<Record<Whitespace, readonly string[]>> = { show: [], ignore: ["-w"] };

const withoutCounts = ["--raw", "-z", "--no-abbrev"];
const withCounts = [...withoutCounts, "--numstat"];

/** Of each repository at most as many files as can be listed; `digest` is that of all that was read. */
async function readChanges(
  comparison: Comparison,
  listing: readonly string[],
): Promise<{ changes: RepositoryChanges[]; total: number; digest: string }> {
  const digest = createHash("sha256");
  const changes: RepositoryChanges[] = [];
  for (const repository of comparison.repositories) {
    const reader = changeReader(fileLimit);
    // By fields: what git prints arrives in different pieces each time.
    const take = recordReader((field) => {
      digest.update(`${field}\0`, "latin1");
      return reader.read(field);
    });
    await repository.diff(listing, take);
    changes.push({ repository, files: reader.files(), total: reader.total() });
  }
  return { changes, total: sum(changes.map(({ total }) => total)), digest: digest.digest("hex") };
}

async function findFile(
  comparison: Comparison,
  path: string,
): Promise<{ repository: ComparedRepository; file: ListedChange }> {
  const wanted = pathOfShown(path);
  const { changes } = await readChanges(comparison, withoutCounts);
  for (const { repository, files } of changes) {
    const file = files.find((one) => repository.prefix + one.path === wanted);
    if (file) return { repository, file };
  }
  throw changeRefusal("not_changed");
}

const shownFile = (
  { repository: { prefix } }: RepositoryChanges,
  file: ListedChange,
): Omit<ChangedFile, "digest"> => ({
  path: shownPath(prefix + file.path),
  old_path: file.oldPath === null ? null : shownPath(prefix + file.oldPath),
  status: file.status,
  additions: file.additions,
  deletions: file.deletions,
});
