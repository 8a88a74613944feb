import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

/** A message that brought files, and what they are. */
const messageWithFiles = z
  .object({
    id: z.number().int(),
    /** Its beginning. */
    text: z.string(),
    /** As the queue has it. */
    status: z.enum(["pending", "processing", "sent", "undelivered"]),
    created_at: z.string(),
    /** When the agent had it in its conversation; null before that. */
    sent_at: z.string().nullable(),
    attachments: z.array(
      z.object({
        filename: z.string(),
        media_type: z.string(),
        /** It was shown to the model as a picture. */
        image: z.boolean(),
        /** Null where the file is not there any more. */
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
        /** The entry that holds them, and how many it holds. */
        entry: z.string(),
        count: z.number().int(),
        index: z.number().int(),
        timestamp: z.string().nullable(),
        /** The call that returned them; null for those of a prompt, and where the call is not known. */
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

/** By its name, as nobody has read it: such a file is shown, and may be larger than others. */
export const hasPictureName = (path: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(path);

const scratchFile = z.object({
  /** Below the folder, with slashes. */
  path: z.string(),
  bytes: z.number().int(),
  modified_at: z.string(),
  /** It can be had from here: a larger one is opened where it is. */
  within_limit: z.boolean(),
});
export type ScratchFile = z.infer<typeof scratchFile>;

const scratchFolder = z
  .object({
    /** Where it is on the service's machine. */
    folder: z.string(),
    /** The last written first. */
    files: z.array(scratchFile),
    /** There are more. */
    truncated: z.boolean(),
  })
  .meta({ id: "ScratchFolder" });
export type ScratchFolder = z.infer<typeof scratchFolder>;

/** Whatever it is, to be kept and not opened in the page, but for a picture. */
const anyFile = { kind: "binary", contentType: "application/octet-stream" } as const;

/** Declared apart from the domains that hold them: the page fetches these with the view that shows them. */
export const artifactOperations = {
  listAttachments: operation({
    id: "listAttachments",
    method: "get",
    path: "/sessions/{id}/attachments",
    summary: "The messages that brought files, newest first, with what is known of each file",
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
      "A file as it was sent, by its message and its place in it from 0: a picture as such, else to be kept",
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
    summary: "The entries of a transcript that hold pictures, oldest first",
    callers: ["board"],
    params: sessionRef,
    response: timelinePictures,
    errors: [404],
  }),
  listScratch: operation({
    id: "listScratch",
    method: "get",
    path: "/sessions/{id}/scratch",
    summary: "The files that the session's agent left in its scratch folder, beside its clone",
    callers: ["board"],
    params: sessionRef,
    response: scratchFolder,
    errors: [404],
  }),
  getScratchFile: operation({
    id: "getScratchFile",
    method: "get",
    path: "/sessions/{id}/scratch/file",
    summary: "One of them: a picture as such, else to be kept; a text is redacted",
    callers: ["board"],
    params: sessionRef,
    query: z.object({
      path: z.string().min(1).max(4_096),
      /** Whatever tells one writing of it from the next. */
      written: z.string().max(40).optional(),
    }),
    response: anyFile,
    errors: [404],
  }),
} as const;
