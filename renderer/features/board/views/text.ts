import type { Grouping, Layout } from "../filters/board-search.ts";
import type { ColumnName } from "./columns.ts";

/** The words of the board's views: layouts, groups, columns and saved views. */
export const text = {
  layouts: { list: "List", columns: "Columns", table: "Table" } satisfies Readonly<Record<Layout, string>>,
  groupings: {
    need: "What needs you",
    status: "Status",
    root: "Agent root",
    tree: "Parent session",
    pr: "Pull request",
  } satisfies Readonly<Record<Grouping, string>>,
  groups: {
    needsYou: "Needs you",
    running: "Running",
    waiting: "Waiting",
    done: "Done",
    noPullRequest: "No pull request",
    tree: "Sessions and their child sessions",
    empty: "No sessions",
  },
  columns: {
    why: "Why",
    root: "Agent root",
    branch: "Branch",
    runtime: "Runtime",
    model: "Model",
    class: "Class",
    rank: "Rank",
    pull_request: "Pull request",
    cost: "Cost so far",
    created: "Created",
    updated: "Updated",
  } satisfies Readonly<Record<ColumnName, string>>,
  table: {
    session: "Session",
    actions: "Actions",
  },
  display: {
    title: "Display",
    layout: "Layout",
    order: "Order",
    groupedBy: "Group by",
    defaultGrouping: "Default for the view",
    columns: "Columns",
  },
  list: {
    truncated: "Only the first 500 sessions are shown. Search or filter to find more.",
    more: "Show more",
    moved: (count: number) => `${count === 1 ? "1 session" : `${count} sessions`} moved. Update`,
  },
  builtIn: {
    needsYou: "Needs you",
    all: "All sessions",
  },
  saved: {
    label: "Views",
    options: (name: string) => `Options for the view “${name}”`,
    rename: "Rename…",
    delete: "Delete",
    save: "Save view",
    saveTitle: "Save view",
    renameTitle: "Rename view",
    name: "Name",
    submit: "Save",
    notStored: "This browser does not store views",
    notStoredHint: "Your views are lost when you close this page.",
    notSaved: "The view was not saved",
    limit: (most: number) => `You can save up to ${most} views. Delete one first.`,
    deleted: (name: string) => `Deleted view “${name}”`,
    command: (name: string) => `View: ${name}`,
  },
};
