import type { Attachment } from "../../../server/domains/turns/model.ts";

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

export function sizeWords(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < megabyte ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`;
}

/** The files that fit beside those already there, and a sentence for each that does not. */
export function admitFiles<T extends { name: string; size: number }>(
  files: readonly T[],
  held: readonly PendingFile[],
): { admitted: T[]; refusals: string[] } {
  let bytes = held.reduce((sum, file) => sum + file.bytes, 0);
  const admitted: T[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    if (held.length + admitted.length >= countLimit) {
      refusals.push(`${file.name} was left out: a message takes at most ${countLimit} files.`);
    } else if (bytes + file.size > bytesLimit) {
      refusals.push(
        `${file.name} (${sizeWords(file.size)}) was left out: the files of a message may be ${sizeWords(bytesLimit)} together.`,
      );
    } else {
      bytes += file.size;
      admitted.push(file);
    }
  }
  return { admitted, refusals };
}

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
