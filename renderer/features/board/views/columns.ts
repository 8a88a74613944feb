/** What a table of sessions can show beside their titles, in its order. */
export const columnNames = [
  "why",
  "root",
  "branch",
  "runtime",
  "model",
  "class",
  "rank",
  "pull_request",
  "cost",
  "created",
  "updated",
] as const;
export type ColumnName = (typeof columnNames)[number];

export const columnLabels: Record<ColumnName, string> = {
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
};

/** With the column or without it, always in the table's own order. */
export const toggleColumn = (held: readonly ColumnName[], name: ColumnName): ColumnName[] =>
  columnNames.filter((one) => (one === name ? !held.includes(one) : held.includes(one)));
