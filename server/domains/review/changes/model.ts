import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";
import { pictureFile } from "../../transcripts/transcripts/model.ts";
import { mergeRun, openedPullRequest } from "../pull-requests/model.ts";

const changedFile = z.object({
  /**
   * In a submodule or another repository in the clone with the path of that one in front. A name that is not UTF-8, or that
   * would not look like what it is, is in quotes with git's escapes: `"caf\\351.txt"`.
   */
  path: z.string(),
  /** Its former path, for a rename or a copy. */
  old_path: z.string().nullable(),
  status: z.enum(["added", "modified", "deleted", "renamed", "copied", "type_changed"]),
  /** Lines; null for a binary file. */
  additions: z.number().int().nullable(),
  deletions: z.number().int().nullable(),
  /** Differs once the file changes again, on either side; committing it as it is makes no difference. */
  digest: z.string(),
});
export type ChangedFile = z.infer<typeof changedFile>;

export const sessionChanges = z
  .object({
    /** The commit the session's work starts from, and the current one. */
    base: z.string(),
    /** Null before the first commit of a branch. */
    head: z.string().nullable(),
    /** The current branch; null if none is checked out. */
    branch: z.string().nullable(),
    /** The session's own commits, newest first, at most 100. */
    commits: z.array(z.object({ sha: z.string(), subject: z.string(), committed_at: z.string() })),
    files: z.array(changedFile),
    /** More files changed than are listed. */
    truncated: z.boolean(),
  })
  .meta({ id: "SessionChanges" });
export type SessionChanges = z.infer<typeof sessionChanges>;

export const fileDiff = z.object({
  path: z.string(),
  /** In git's format, redacted; empty if the file did not change. */
  diff: z.string(),
  /** It goes on, at `next_offset`. */
  truncated: z.boolean(),
  next_offset: z.number().int().nullable(),
});
export type FileDiff = z.infer<typeof fileDiff>;

/** A pull request as last read from GitHub. */
const readPullRequest = openedPullRequest
  .extend({
    /** The workflow runs of the merge commit when the merge was read; null before that. */
    merge_runs: z.array(mergeRun).nullable(),
    read_at: z.string().nullable(),
    /** Why the last read failed; null if it succeeded. */
    problem: z.string().nullable(),
  })
  .meta({ id: "ReadPullRequest" });
export type ReadPullRequest = z.infer<typeof readPullRequest>;

const readPullRequests = z.object({
  pull_requests: z.array(readPullRequest),
  /** False if the service has no token to read them with. */
  followed: z.boolean(),
});
export type ReadPullRequests = z.infer<typeof readPullRequests>;

/** Long enough for every path that a disk can have, with escapes. */
const changedPath = z.string().min(1).max(16_384);

/** Whether whitespace changes are included. */
const whitespace = z.enum(["show", "ignore"]).default("show");
export type Whitespace = z.output<typeof whitespace>;

export const changeOperations = {
  sessionChanges: operation({
    id: "sessionChanges",
    method: "get",
    path: "/sessions/{id}/changes",
    summary: "What the session changed in its clone, including uncommitted work",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({ whitespace }),
    response: sessionChanges,
    errors: [404, 409],
  }),
  fileDiff: operation({
    id: "sessionFileDiff",
    method: "get",
    path: "/sessions/{id}/changes/diff",
    summary: "The diff of one file, or as much of it as fits a page",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({
      path: changedPath,
      whitespace,
      /** Where to go on: `next_offset` of the page before. */
      offset: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    }),
    response: fileDiff,
    errors: [404, 409],
  }),
  listPullRequests: operation({
    id: "listPullRequests",
    method: "get",
    path: "/sessions/{id}/pull_requests",
    summary: "Pull requests that the session opened, as last read, oldest first",
    callers: ["board"],
    params: sessionRef,
    response: readPullRequests,
    errors: [404],
  }),
  changePicture: operation({
    id: "changePicture",
    method: "get",
    path: "/sessions/{id}/changes/picture",
    summary: "A changed picture, before the session or now",
    callers: ["board"],
    params: sessionRef,
    query: z.object({
      path: changedPath,
      side: z.enum(["before", "after"]),
      /** Identifies one read of the changes, to bypass the cache. */
      read: z.string().max(40).optional(),
    }),
    response: pictureFile,
    errors: [404, 409],
  }),
} as const;
