import { z } from "zod";
import { operation, zipFile } from "../../../http/model.ts";

export const archiveStatus = z.object({
  state: z.literal("present"),
  generated_at: z.string(),
  session_count: z.number().int(),
  file_size_bytes: z.number().int(),
  stale: z.boolean(),
  stale_reason: z.string().nullable(),
  /** False while sessions are still to be added. */
  complete: z.boolean(),
  deferred_count: z.number().int(),
  incomplete_reason: z.string().nullable(),
});
export type ArchiveStatus = z.infer<typeof archiveStatus>;

export const archiveOperations = {
  getArchiveStatus: operation({
    id: "getArchiveStatus",
    method: "get",
    path: "/transcript_archive/status",
    source: "E142",
    summary: "Get the age and completeness of the archive of all transcripts",
    callers: ["api"],
    response: archiveStatus,
    errors: [404],
  }),
  downloadArchive: operation({
    id: "downloadArchive",
    method: "get",
    path: "/transcript_archive/download",
    source: "E141",
    summary: "Download all sessions with their transcripts as a zip; supports Range",
    callers: ["api"],
    response: zipFile,
    otherStatuses: [206],
    errors: [404, 416],
  }),
} as const;
