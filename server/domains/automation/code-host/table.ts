import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far the issues and pull requests of a repository were read, by the code host's clock. */
export const codeHostCursors = sqliteTable(
  "code_host_cursors",
  {
    target: text({ enum: ["issue", "pull_request"] }).notNull(),
    /** `owner/name`, lower case. */
    repository: text().notNull(),
    readTo: integer("read_to").notNull(),
  },
  (table) => [primaryKey({ columns: [table.target, table.repository] })],
);
