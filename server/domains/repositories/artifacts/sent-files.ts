import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Response } from "express";
import type { Encoded } from "../../../http/mount.ts";
import { sendFile } from "../../../http/send-file.ts";
import { notFound } from "../../../lib/errors.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import {
  attachmentsOf,
  type MessageRow,
  type MessageService,
  type StoredAttachment,
} from "../../sessions/messages/index.ts";
import { pictureAnswer } from "../../transcripts/transcripts/index.ts";
import type { MessageWithFiles } from "./model.ts";

/** More than anybody looks through. */
const mostMessages = 200;
/** Characters of a message, enough to know it by. */
const textHead = 200;

/** The files that came with messages, as they were sent. */
export function sentFiles(messages: Pick<MessageService, "find" | "withAttachments">) {
  return {
    async list(sessionId: number): Promise<{ messages: MessageWithFiles[]; truncated: boolean }> {
      const rows = messages.withAttachments(sessionId, mostMessages + 1);
      return {
        messages: await Promise.all(rows.slice(0, mostMessages).map(view)),
        truncated: rows.length > mostMessages,
      };
    },

    /** A picture is an answer that a page can show; anything else is only to be kept. */
    async answer(response: Response, of: { sessionId: number; message: number; number: number }) {
      const file = attachmentsOf(messages.find(of.sessionId, of.message))[of.number];
      if (!file || (await bytesOf(file)) === null) throw notFound("Attachment");
      return file.image ? pictureOf(response, file) : keep(response, file);
    },
  };
}

async function view(row: MessageRow): Promise<MessageWithFiles> {
  const attachments = attachmentsOf(row).map(async (file) => ({
    filename: file.filename,
    media_type: file.mediaType,
    image: file.image,
    bytes: await bytesOf(file),
  }));
  return {
    id: row.id,
    text: row.content.slice(0, textHead),
    status: row.status,
    created_at: instant(row.createdAt),
    sent_at: instantOrNull(row.sentAt),
    attachments: await Promise.all(attachments),
  };
}

/** Null where there is no such file any more. */
const bytesOf = ({ path }: StoredAttachment): Promise<number | null> =>
  stat(path).then(
    (about) => (about.isFile() ? about.size : null),
    () => null,
  );

const pictureOf = async (response: Response, { path }: StoredAttachment): Promise<Encoded> =>
  pictureAnswer(response, await readFile(path));

function keep(response: Response, { path, filename }: StoredAttachment): Promise<void> {
  response.attachment(filename);
  const headers = { "content-type": "application/octet-stream" };
  return sendFile(response, { name: basename(path), root: dirname(path) }, headers);
}
