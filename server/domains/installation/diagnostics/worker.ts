import { type DatabaseDescription, describeDatabase } from "../../../db/describe-database.ts";
import { readDatabase } from "../../../db/read-only.ts";

/** Counts the rows of every table, on a connection of its own. */
export const describe = ({ file }: { file: string }): DatabaseDescription =>
  readDatabase(file, describeDatabase);
