import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

/** A message with its attached files. */
const messageWithFiles = z
  .object({
    id: z.number().int(),
    /** The start of its text. */
    text: z.string(),
    /** Its status in the queue. */
    status: z.enum(["pending", "processing", "sent", "undelivered"]),
    created_at: z.string(),
    /** When the agent received it; null before that. */
    sent_at: z.string().nullable(),
    attachments: z.array(
      z.object({
        filename: z.string(),
        media_type: z.string(),
        /** Whether the model received it as a picture. */
        image: z.boolean(),
        /** null if the file no longer exists. */
        bytes: z.number().int().nullable(),
      }),
    ),
  })
  .meta({ id: "MessageWithFiles" });
export type MessageWithFiles = z.infer<typeof messageWithFiles>;

const timelinePictures = z
  .object({
    pictures: z.array(
      z.object({
        /** The entry with the pictures, and their number. */
        entry: z.string(),
        count: z.number().int(),
        index: z.number().int(),
        timestamp: z.string().nullable(),
        /** The call that returned them; null for pictures of a prompt, or if the call is not known. */
        call: z.object({ name: z.string(), input: z.unknown() }).nullable(),
        in: z.enum(["prompt", "result"]),
      }),
    ),
    line_count: z.number().int(),
    /** Earlier ones were left out. */
    truncated: z.boolean(),
  })
  .meta({ id: "TimelinePictures" });
export type TimelinePictures = z.infer<typeof timelinePictures>;

/** Decided by the name alone, without reading the file. Pictures are shown in the page and may be larger. */
export const hasPictureName = (path: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(path);

const scratchFile = z.object({
  /** Relative to the folder, with slashes. */
  path: z.string(),
  bytes: z.number().int(),
  modified_at: z.string(),
  /** Whether it can be downloaded; larger files have to be opened on the machine. */
  within_limit: z.boolean(),
});
export type ScratchFile = z.infer<typeof scratchFile>;

const scratchFolder = z
  .object({
    /** Its path on the service's machine. */
    folder: z.string(),
    /** Newest first. */
    files: z.array(scratchFile),
    /** There are more files than listed. */
    truncated: z.boolean(),
  })
  .meta({ id: "ScratchFolder" });
export type ScratchFolder = z.infer<typeof scratchFolder>;

/** A download; only pictures are shown in the page. */
const anyFile = { kind: "binary", contentType: "application/octet-stream" } as const;

/** Declared apart from the domains that own them, because the page loads them with one view. */
export const artifactOperations = {
  listAttachments: operation({
    id: "listAttachments",
    method: "get",
    path: "/sessions/{id}/attachments",
    summary: "Messages with attached files, newest first",
    callers: ["board"],
    params: sessionRef,
    response: z.object({
      messages: z.array(messageWithFiles),
      /** Earlier ones were left out. */
      truncated: z.boolean(),
    }),
    errors: [404],
  }),
  getAttachment: operation({
    id: "getAttachment",
    method: "get",
    path: "/sessions/{id}/attachments/{mid}/{number}",
    summary:
      "An attached file, by message and position from 0: pictures are shown, other files are downloads",
    callers: ["board"],
    params: sessionRef.extend({
      mid: z.string().regex(/^\d{1,15}$/),
      number: z.string().regex(/^\d{1,3}$/),
    }),
    response: anyFile,
    errors: [404],
  }),
  listPictures: operation({
    id: "listPictures",
    method: "get",
    path: "/sessions/{id}/timeline/pictures",
    summary: "Transcript entries with pictures, oldest first",
    callers: ["board"],
    params: sessionRef,
    response: timelinePictures,
    errors: [404],
  }),
  listScratch: operation({
    id: "listScratch",
    method: "get",
    path: "/sessions/{id}/scratch",
    summary: "Files in the session's scratch folder",
    callers: ["board"],
    params: sessionRef,
    response: scratchFolder,
    errors: [404],
  }),
  getScratchFile: operation({
    id: "getScratchFile",
    method: "get",
    path: "/sessions/{id}/scratch/file",
    summary:
      "One file of the scratch folder: pictures are shown, other files are downloads; text is redacted",
    callers: ["board"],
    params: sessionRef,
    query: z.object({
      path: z.string().min(1).max(4_096),
      /** Identifies a version of the file, to bypass the cache. */
      written: z.string().max(40).optional(),
    }),
    response: anyFile,
    errors: [404],
  }),
} as const;
