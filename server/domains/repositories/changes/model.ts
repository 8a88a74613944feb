import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";
import { pictureFile } from "../../transcripts/transcripts/model.ts";
import { mergeRun, openedPullRequest } from "../pull-requests/model.ts";

const changedFile = z.object({
  path: z.string(),
  /** Where it was before, for a rename or a copy. */
  old_path: z.string().nullable(),
  status: z.enum(["added", "modified", "deleted", "renamed", "copied", "type_changed"]),
  /** Lines; null for a binary file. */
  additions: z.number().int().nullable(),
  deletions: z.number().int().nullable(),
});
export type ChangedFile = z.infer<typeof changedFile>;

export const sessionChanges = z
  .object({
    /** The commit the session began from, and the one it is at. */
    base: z.string(),
    head: z.string(),
    /** The branch it is on; null when none is checked out. */
    branch: z.string().nullable(),
    /** Commits of its own, newest first, at most 100. */
    commits: z.array(z.object({ sha: z.string(), subject: z.string(), committed_at: z.string() })),
    files: z.array(changedFile),
    /** More files changed than are listed. */
    truncated: z.boolean(),
  })
  .meta({ id: "SessionChanges" });
export type SessionChanges = z.infer<typeof sessionChanges>;

export const fileDiff = z.object({
  path: z.string(),
  /** In git's own format, redacted; empty for a file that did not change. */
  diff: z.string(),
  /** The rest was left out: it is longer than a page can draw. */
  truncated: z.boolean(),
});
export type FileDiff = z.infer<typeof fileDiff>;

/** A pull request with what its host said when it was read. */
const readPullRequest = openedPullRequest
  .extend({
    /** What its merge set off, as it was when the merge was read; null before that. */
    merge_runs: z.array(mergeRun).nullable(),
    read_at: z.string().nullable(),
    /** Why the last reading failed; null where it did not. */
    problem: z.string().nullable(),
  })
  .meta({ id: "ReadPullRequest" });
export type ReadPullRequest = z.infer<typeof readPullRequest>;

const readPullRequests = z.object({
  pull_requests: z.array(readPullRequest),
  /** False where the service has no token to read them with. */
  followed: z.boolean(),
});
export type ReadPullRequests = z.infer<typeof readPullRequests>;

/** Whether a change of white space counts as one. */
const whitespace = z.enum(["show", "ignore"]).default("show");
export type Whitespace = z.output<typeof whitespace>;

export const changeOperations = {
  sessionChanges: operation({
    id: "sessionChanges",
    method: "get",
    path: "/sessions/{id}/changes",
    summary: "What the session changed in its clone, commits and uncommitted work together",
    callers: ["board"],
    params: sessionRef,
    query: z.object({ whitespace }),
    response: sessionChanges,
    errors: [404, 409],
  }),
  fileDiff: operation({
    id: "sessionFileDiff",
    method: "get",
    path: "/sessions/{id}/changes/diff",
    summary: "The change of one file",
    callers: ["board"],
    params: sessionRef,
    query: z.object({ path: z.string().min(1).max(4_096), whitespace }),
    response: fileDiff,
    errors: [404, 409],
  }),
  listPullRequests: operation({
    id: "listPullRequests",
    method: "get",
    path: "/sessions/{id}/pull_requests",
    summary: "The pull requests that a session opened, first seen first, as they were last read",
    callers: ["board"],
    params: sessionRef,
    response: readPullRequests,
    errors: [404],
  }),
  changePicture: operation({
    id: "changePicture",
    method: "get",
    path: "/sessions/{id}/changes/picture",
    summary: "A changed picture as it was where the session began, or as it is now",
    callers: ["board"],
    params: sessionRef,
    query: z.object({
      path: z.string().min(1).max(4_096),
      side: z.enum(["before", "after"]),
      /** Whatever tells one reading of the changes from the next. */
      read: z.string().max(40).optional(),
    }),
    response: pictureFile,
    errors: [404, 409],
  }),
} as const;
