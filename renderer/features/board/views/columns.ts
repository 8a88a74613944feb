/** The columns that a table of sessions can show next to the titles, in order. */
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

/** Adds or removes the column, in the order of the table. */
export const toggleColumn = (shown: readonly ColumnName[], name: ColumnName): ColumnName[] =>
  columnNames.filter((one) => (one === name ? !shown.includes(one) : shown.includes(one)));
