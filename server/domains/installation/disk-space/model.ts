import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const diskSpace = z
  .object({
    /** New work waits until more is free. */
    low: z.boolean(),
    free_bytes: z.number().int(),
    /** Below this, new work waits; 0 if it never does. */
    floor_bytes: z.number().int(),
    /** What must become free before work resumes. */
    missing_bytes: z.number().int(),
  })
  .meta({ id: "DiskSpace" });
export type DiskSpace = z.infer<typeof diskSpace>;

export const diskSpaceOperations = {
  getDiskSpace: operation({
    id: "getDiskSpace",
    method: "get",
    path: "/disk_space",
    callers: ["board"],
    summary: "Whether the disk of the data folder has room for new work, and how much is missing",
    response: diskSpace,
  }),
} as const;
