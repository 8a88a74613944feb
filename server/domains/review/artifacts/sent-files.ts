import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Response } from "express";
import type { Encoded } from "../../../http/mount.ts";
import { sendFile } from "../../../http/send-file.ts";
import { notFound } from "../../../lib/errors.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import { pictureAnswer } from "../../transcripts/transcripts/index.ts";
import { type MessageRow, type MessageService, type StoredAttachment } from "../../turns/messages/index.ts";
import type { MessageWithFiles } from "./model.ts";

/** More than a person reads through. */
const mostMessages = 200;
/** Enough characters to recognize a message. */
const textHead = 200;

/** The files attached to messages. */
export function sentFiles(messages: Pick<MessageService, "find" | "withAttachments">) {
  return {
    async list(sessionId: number): Promise<{ messages: MessageWithFiles[]; truncated: boolean }> {
      const rows = messages.withAttachments(sessionId, mostMessages + 1);
      return {
        messages: await Promise.all(rows.slice(0, mostMessages).map(view)),
        truncated: rows.length > mostMessages,
      };
    },

    /** A picture can be shown by the page; anything else is a download. */
    async answer(response: Response, of: { sessionId: number; message: number; number: number }) {
      const file = messages.find(of.sessionId, of.message).attachments[of.number];
      if (!file || (await bytesOf(file)) === null) throw notFound("Attachment");
      return file.image ? sendPicture(response, file) : download(response, file);
    },
  };
}

async function view(row: MessageRow): Promise<MessageWithFiles> {
  const attachments = row.attachments.map(async (file) => ({
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

/** null if the file no longer exists. */
const bytesOf = ({ path }: StoredAttachment): Promise<number | null> =>
  stat(path).then(
    (about) => (about.isFile() ? about.size : null),
    () => null,
  );

const sendPicture = async (response: Response, { path }: StoredAttachment): Promise<Encoded> =>
  pictureAnswer(response, await readFile(path));

function download(response: Response, { path, filename }: StoredAttachment): Promise<void> {
  response.attachment(filename);
  const headers = { "content-type": "application/octet-stream" };
  return sendFile(response, { name: basename(path), root: dirname(path) }, headers);
}
