import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import type { Delivery } from "../composer/view-model.ts";

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

const comments = (count: number): string => counted(count, "comment", "comments");

/** The words of the changes of a session. */
export const text = {
  comments,
  files: (count: number) => counted(count, "file", "files"),
  changedFiles: {
    stale: "The agent finished a turn after these changes were loaded.",
    showNew: "Show new changes",
    working: "The agent is working. These changes may be out of date.",
    title: "Changes",
    noMatch: "No matching files",
    noMatchHint: "No changed file path matches your filter.",
    list: "Changed files",
    truncated: "Some changed files are not listed.",
    none: "No changes yet",
    noneHint: "What the agent changes in the clone appears here, committed or not.",
  },
  changes: {
    unavailable: "Changes are unavailable",
    checkAgain: "Check again",
    failed: "Could not load the changes",
    tryAgain: "Try again",
  },
  changesBar: {
    unified: "Unified",
    split: "Split",
    collapseAll: "Collapse all files",
    expandAll: "Expand all files",
    noWhitespace: "ignoring whitespace",
    filter: "Filter files",
    view: "Diff view",
    reload: "Reload changes",
  },
  changesSkeleton: {
    loading: "Loading changes",
  },
  commentCard: {
    notShown: "is no longer in the changes",
    changed: "has changed since",
    deleted: "Comment deleted",
    label: (lines: string) => `Your comment on line ${lines}`,
    outdated: (path: string, lines: string, why: string) => `${path}, line ${lines}, ${why}`,
    line: (lines: string) => `Line ${lines}`,
    edit: (lines: string) => `Edit the comment on line ${lines}`,
    delete: (lines: string) => `Delete the comment on line ${lines}`,
  },
  commentEditor: {
    label: (lines: string) => `Comment on line ${lines}`,
    line: (lines: string) => `Line ${lines}`,
    nextLine: "Include next line",
    field: "Comment",
    placeholder: "What should the agent change?",
    cancel: "Cancel",
    add: "Add comment",
  },
  commits: {
    none: "No commits yet.",
    count: (count: number) => counted(count, "commit", "commits"),
    copy: (sha: string) => `Copy commit ${sha}`,
  },
  counts: {
    binary: "Binary",
    added: "added",
    deleted: "deleted",
  },
  diffTable: {
    comment: (line: number, isOld: boolean) => `Comment on line ${line}${isOld ? " before the change" : ""}`,
    unchanged: (count: number) => counted(count, "unchanged line", "unchanged lines"),
  },
  fileCard: {
    copyPath: (path: string) => `Copy the path ${path}`,
    status: {
      added: "New",
      modified: null,
      deleted: "Deleted",
      renamed: "Renamed",
      copied: "Copied",
      type_changed: "Type changed",
    } satisfies Readonly<Record<ChangedFile["status"], string | null>>,
  },
  viewedBox: {
    viewed: "Viewed",
    label: (path: string) => `Viewed ${path}`,
    count: (viewed: number, all: number) => `${viewed.toLocaleString()} of ${all.toLocaleString()} viewed`,
  },
  fileDiff: {
    loading: (path: string) => `Loading the diff of ${path}`,
    failed: "Could not load the diff",
    tryAgain: "Try again",
    truncated: "This diff is too long to load at once.",
    loadMore: "Load more",
    more: (count: number) => `Show more (${counted(count, "line", "lines")} left)`,
  },
  /** Why a file has no lines to show. */
  emptyDiff: {
    binary: "Binary file not shown.",
    renamed: "Renamed without changes.",
    copied: "Copied without changes.",
    added: "Empty file added.",
    deleted: "Empty file deleted.",
    whitespace: "Only whitespace changed, which is ignored.",
    mode: "Only the file mode changed.",
  },
  fileTree: {
    label: "File tree",
  },
  settingsMenu: {
    ignoreWhitespace: "Ignore whitespace",
    tree: "File tree",
    collapseAll: "Collapse all folders",
    expandAll: "Expand all folders",
    label: "Diff settings",
    title: "Show",
  },
  mergeButton: {
    command: (name: string) => `Ask the agent to merge ${name}`,
    title: (name: string) => `Ask the agent to merge ${name}?`,
    description: "The agent checks the status again, resolves conflicts, and merges.",
    confirm: "Ask to merge",
    blocked: (why: string) => `Cannot merge: ${why}`,
    ask: "Ask the agent to merge it",
  },
  merge: {
    checks: {
      fail: "The checks failed.",
      pending: "The checks are still running.",
      cancel: "The checks were canceled.",
      skipping: "All checks were skipped.",
      none: "The status of the checks is unknown.",
    } satisfies Record<Exclude<NonNullable<OpenedPullRequest["ci"]>, "pass">, string>,
    session: (status: string) => `The session is ${status} and cannot receive messages.`,
  },
  pictureDiff: {
    sides: { before: "Before", after: "After" },
    failed: "This picture cannot be shown.",
    size: (width: number, height: number) => `${width.toLocaleString()} × ${height.toLocaleString()} pixels`,
  },
  pullRequests: {
    runs: "Started by the merge",
    updated: "updated",
    problem: (problem: string) => `The last update failed: ${problem}`,
    linkOnly: "In a repository that this session was not cloned from, so it is kept as a link and not read.",
    noToken: "Set GITHUB_TOKEN to load pull requests from GitHub.",
    what: "the pull requests",
    list: "Pull requests",
  },
  sendComments: {
    sent: (count: number) => `Sent ${comments(count)}`,
    send: (count: number) => `Send ${comments(count)}`,
    delivered: {
      now: "The agent has received them.",
      queue: "They are queued and will be sent when the current turn ends.",
      keep: "They are queued and will be sent when the session runs again.",
      blocked: "",
    } satisfies Readonly<Record<Delivery["kind"], string>>,
    description: "The agent receives them as one message:",
    message: "The message",
    failed: "Could not send the comments",
  },
  /** Of the message to the agent. */
  review: {
    beforeChange: (lines: string) => `${lines} (before the change)`,
    more: (count: number) => `(${count} more)`,
    opening: (count: number) => (count === 1 ? "A comment on your changes:" : "Comments on your changes:"),
  },
};
