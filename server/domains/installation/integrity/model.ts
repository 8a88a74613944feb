import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const databaseCheck = z
  .object({
    /** Null before the first check. */
    checked_at: z.string().nullable(),
    /** What SQLite found, shortened; null if the database is sound. */
    problem: z.string().nullable(),
    /** The sessions of whose transcript some lines cannot be read. */
    sessions_with_lost_lines: z.array(z.number().int()),
  })
  .meta({ id: "DatabaseCheck" });
export type DatabaseCheck = z.infer<typeof databaseCheck>;

export const integrityOperations = {
  getDatabaseCheck: operation({
    id: "getDatabaseCheck",
    method: "get",
    path: "/database_check",
    callers: ["board"],
    summary: "What the weekly check of the whole database found",
    response: databaseCheck,
  }),
} as const;
