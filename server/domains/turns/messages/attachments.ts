import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageRefusal } from "./errors.ts";
import type { StoredAttachment } from "./store.ts";

export interface UploadedAttachment {
  filename: string;
  media_type: string;
  /** Null if the upload is not base64. */
  data: Uint8Array | null;
}

const imageTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const imageLimit = 10 * 1024 * 1024;
/** Enough to detect most file types; scanning 80 MB would block the event loop. */
const sniffedBytes = 64 * 1024;

/**
 * Stores all attachments or none: one that cannot be stored refuses the request (R85). The bytes decide whether a file is
 * an image; an image too large for the model is passed on as a file.
 */
export async function storeAttachments(
  folder: string,
  uploads: readonly UploadedAttachment[],
): Promise<StoredAttachment[]> {
  const stored: StoredAttachment[] = [];
  try {
    for (const upload of uploads) stored.push(await storeOne(folder, upload));
    return stored;
  } catch (error) {
    await discardAttachments(stored);
    throw error;
  }
}

/** Removes files that no message uses; one that cannot be removed now is deleted with the session. */
export async function discardAttachments(stored: readonly StoredAttachment[]): Promise<void> {
  await Promise.allSettled(stored.map(({ path }) => rm(path, { force: true })));
}

async function storeOne(folder: string, upload: UploadedAttachment): Promise<StoredAttachment> {
  const bytes = bytesOf(upload);
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(bytes.subarray(0, sniffedBytes));
  const image = type !== undefined && imageTypes.has(type.mime) && bytes.byteLength <= imageLimit;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomBytes(8).toString("hex")}-${safeName(upload.filename)}`);
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: "wx" });
  } catch (error) {
    await rm(path, { force: true }); // A full disk leaves a partial file.
    throw error;
  }
  return { path, filename: upload.filename, mediaType: type?.mime ?? upload.media_type, image };
}

/** Refuses invalid attachments before anything is stored. */
export function checkAttachments(uploads: readonly UploadedAttachment[]): void {
  for (const upload of uploads) bytesOf(upload);
}

function bytesOf({ filename, data }: UploadedAttachment): Uint8Array {
  if (data === null) throw messageRefusal("attachment_not_base64", { filename });
  if (data.byteLength === 0) throw messageRefusal("attachment_empty", { filename });
  return data;
}

/** The base name without unsafe characters, at most 120 characters. */
function safeName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? "";
  return (
    last
      .replace(/[^A-Za-z0-9._-]+/g, "_")
      .replace(/^\.+/, "_")
      .slice(-120) || "attachment"
  );
}
