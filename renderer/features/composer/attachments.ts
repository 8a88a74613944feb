import type { Attachment } from "../../../server/domains/sessions/turns/model.ts";

/** One file to be sent, with its size before it was encoded. */
export interface PendingFile {
  id: number;
  attachment: Attachment;
  bytes: number;
}

const megabyte = 1024 * 1024;
const countLimit = 20;
/** All together. Base64 makes four characters of three bytes, and the service takes a body of 110 MB. */
const bytesLimit = 80 * megabyte;
/** How each kind of file that the service shows the model as a picture begins, in base64; a wrong name changes nothing. */
const pictureStarts: readonly [type: string, start: RegExp][] = [
  ["image/png", /^iVBORw0KGgo/],
  ["image/jpeg", /^\/9j\//],
  ["image/gif", /^R0lGOD[dl]h/],
  // Between its two words is its size.
  ["image/webp", /^UklGR.{6}XRUJQ/],
];
const pictureLimit = 10 * megabyte;

export const picturesSentence = `PNG, JPEG, GIF and WebP up to ${formatBytes(pictureLimit)} are shown to the model. Other files are saved next to its clone.`;
export const limitsSentence = `Up to ${countLimit} files, ${formatBytes(bytesLimit)} together. ${picturesSentence}`;

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  if (bytes < megabyte) return `${Math.round(bytes / 1_024)} KB`;
  return `${(bytes / megabyte).toFixed(bytes % megabyte === 0 ? 0 : 1)} MB`;
}

/** The files that fit beside those already there, and a sentence for each that does not. */
export function acceptFiles<T extends { name: string; size: number }>(
  files: readonly T[],
  held: readonly PendingFile[],
): { admitted: T[]; refusals: string[] } {
  let bytes = totalBytes(held);
  const admitted: T[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    if (held.length + admitted.length >= countLimit) {
      refusals.push(`${file.name} was not attached: a message can have up to ${countLimit} files.`);
    } else if (file.size === 0) {
      refusals.push(`${file.name} was not attached: the file is empty.`);
    } else if (bytes + file.size > bytesLimit) {
      refusals.push(
        `${file.name} (${formatBytes(file.size)}) was not attached: attachments can total up to ${formatBytes(bytesLimit)}.`,
      );
    } else {
      bytes += file.size;
      admitted.push(file);
    }
  }
  return { admitted, refusals };
}

const totalBytes = (files: readonly PendingFile[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/** How much of what a message takes is used. */
export const usageText = (files: readonly PendingFile[]): string =>
  `${files.length} of ${countLimit} files, ${formatBytes(totalBytes(files))} of ${formatBytes(bytesLimit)}`;

/** An address under which the browser draws a picture; null for what is none to the model. */
export function pictureUrl({ attachment: { data }, bytes }: PendingFile): string | null {
  const found = pictureStarts.find(([, start]) => start.test(data));
  return found && bytes <= pictureLimit ? `data:${found[0]};base64,${data}` : null;
}

/** In the form they are sent in. */
export const attachmentsForRequest = (files: readonly PendingFile[]): { attachments?: Attachment[] } =>
  files.length === 0 ? {} : { attachments: files.map(({ attachment }) => attachment) };

let files = 0;

/** Reads a file into the form it is sent in. */
export async function encodeFile(file: File): Promise<PendingFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : "");
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read`));
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
