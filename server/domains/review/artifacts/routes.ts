import { isUtf8 } from "node:buffer";
import { posix } from "node:path";
import type { Response } from "express";
import { Encoded, type Endpoint, endpoints } from "../../../http/mount.ts";
import { notFound } from "../../../lib/errors.ts";
import { type LargeReads, pictureAnswer, pictureType } from "../../transcripts/transcripts/index.ts";
import type { MessageService } from "../../turns/messages/index.ts";
import { artifactOperations } from "./model.ts";
import { listFiles, readFileIn } from "./scratch.ts";
import { sentFiles } from "./sent-files.ts";

/** Attachments, pictures and scratch files of a session. */
export function artifactRoutes(deps: {
  /** Refuses with 404 if there is no such session. */
  find(reference: string): { id: number; agentRuntime: string };
  messages: Pick<MessageService, "find" | "withAttachments">;
  transcripts: Pick<LargeReads, "pictures">;
  scratchOf(sessionId: number): string;
  /** Files may contain secrets. */
  redact(text: string): string;
}): Endpoint[] {
  const { find, transcripts, scratchOf } = deps;
  const sent = sentFiles(deps.messages);
  return endpoints(artifactOperations, {
    listAttachments: ({ params }) => sent.list(find(params.id).id),
    getAttachment: ({ params: { id, mid, number } }, { response }) =>
      sent.answer(response, { sessionId: find(id).id, message: Number(mid), number: Number(number) }),
    listPictures: ({ params }) => {
      const { id, agentRuntime } = find(params.id);
      return transcripts.pictures({ id, runtime: agentRuntime });
    },
    listScratch: async ({ params }) => {
      const folder = scratchOf(find(params.id).id);
      return { folder, ...(await listFiles(folder)) };
    },
    getScratchFile: async ({ params, query: { path } }, { response }) => {
      const bytes = await readFileIn(scratchOf(find(params.id).id), path);
      if (!bytes) throw notFound("File");
      return pictureType(bytes)
        ? pictureAnswer(response, bytes)
        : download(response, path, redacted(bytes, deps));
    },
  });
}

function download(response: Response, path: string, bytes: Uint8Array): Encoded {
  response.attachment(posix.basename(path));
  return new Encoded([bytes], "application/octet-stream");
}

/** Text without its secrets; anything else unchanged. */
const redacted = (bytes: Uint8Array, { redact }: { redact(text: string): string }): Uint8Array =>
  isUtf8(bytes) ? Buffer.from(redact(Buffer.from(bytes).toString())) : bytes;
