import type { Attachment } from "../../../server/domains/turns/turns/model.ts";
import { text } from "./text.ts";

/** A file of an unsent message, with its size before encoding. */
export interface PendingFile {
  id: number;
  attachment: Attachment;
  bytes: number;
}

const megabyte = 1024 * 1024;
const countLimit = 20;
/** In total. Base64 makes four characters of three bytes, and the service accepts a body of 110 MB. */
const bytesLimit = 80 * megabyte;
/** The first bytes in base64 of each format that is shown to the model as a picture; the file name does not matter. */
const pictureStarts: readonly [type: string, start: RegExp][] = [
  ["image/png", /^iVBORw0KGgo/],
  ["image/jpeg", /^\/9j\//],
  ["image/gif", /^R0lGOD[dl]h/],
  // The file size is between its two markers.
  ["image/webp", /^UklGR.{6}XRUJQ/],
];
const pictureLimit = 10 * megabyte;

export const picturesText = text.attach.pictures(formatBytes(pictureLimit));
export const limitsText = `${text.attach.limits(countLimit, formatBytes(bytesLimit))} ${picturesText}`;

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  if (bytes < megabyte) return `${Math.round(bytes / 1_024)} KB`;
  return `${(bytes / megabyte).toFixed(bytes % megabyte === 0 ? 0 : 1)} MB`;
}

/** The files that fit next to the attached ones, and a sentence for each that does not. */
export function acceptFiles<T extends { name: string; size: number }>(
  files: readonly T[],
  attached: readonly PendingFile[],
): { admitted: T[]; refusals: string[] } {
  let bytes = totalBytes(attached);
  const admitted: T[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    if (attached.length + admitted.length >= countLimit) {
      refusals.push(text.attach.tooMany(file.name, countLimit));
    } else if (file.size === 0) {
      refusals.push(text.attach.empty(file.name));
    } else if (bytes + file.size > bytesLimit) {
      refusals.push(text.attach.tooLarge(file.name, formatBytes(file.size), formatBytes(bytesLimit)));
    } else {
      bytes += file.size;
      admitted.push(file);
    }
  }
  return { admitted, refusals };
}

const totalBytes = (files: readonly PendingFile[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/** How much of the limits of a message is used. */
export const usageText = (files: readonly PendingFile[]): string =>
  text.attach.usage(
    { count: files.length, size: formatBytes(totalBytes(files)) },
    { count: countLimit, size: formatBytes(bytesLimit) },
  );

/** The data URL of a picture; null for files that are not shown to the model as pictures. */
export function pictureUrl({ attachment: { data }, bytes }: PendingFile): string | null {
  const found = pictureStarts.find(([, start]) => start.test(data));
  return found && bytes <= pictureLimit ? `data:${found[0]};base64,${data}` : null;
}

/** The attachments of a request. */
export const attachmentsForRequest = (files: readonly PendingFile[]): { attachments?: Attachment[] } =>
  files.length === 0 ? {} : { attachments: files.map(({ attachment }) => attachment) };

let files = 0;

/** Reads and encodes a file. */
export async function encodeFile(file: File): Promise<PendingFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : "");
    reader.onerror = () => reject(reader.error ?? new Error(text.attach.unreadable(file.name)));
    reader.readAsDataURL(file);
  });
  files += 1;
  return {
    id: files,
    bytes: file.size,
    attachment: {
      filename: file.name === "" ? "pasted-file" : file.name,
      media_type: file.type === "" ? "application/octet-stream" : file.type,
      data: url.slice(url.indexOf(",") + 1),
    },
  };
}
