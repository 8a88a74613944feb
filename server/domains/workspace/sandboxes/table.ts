import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type JsonCodec, jsonList, nullableObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { type SandboxGrant, sandboxLevels } from "../../../lib/sandbox/model.ts";

const paths = jsonList<string>();
const pins: JsonCodec<Record<string, string> | null> = nullableObject<Record<string, string>>();
const grants: JsonCodec<SandboxGrant[]> = jsonList<SandboxGrant>();

/** What the owner set for the sessions of a repository. Times are epoch ms. */
export const repositorySandboxes = sqliteTable("repository_sandboxes", {
  address: text().primaryKey(),
  level: text({ enum: sandboxLevels }),
  /** JSON arrays of absolute folders, without links. */
  read: jsonColumn("read", paths).notNull().default([]),
  write: jsonColumn("write", paths).notNull().default([]),
  /** JSON object: what tells each folder from others that may take its path; null until that was noted. */
  pins: jsonColumn("pins", pins),
  /** JSON array; null for everything that the service grants. */
  grants: jsonColumn("grants", grants),
  changedAt: integer("changed_at").notNull(),
  changedBy: text("changed_by").notNull(),
});
